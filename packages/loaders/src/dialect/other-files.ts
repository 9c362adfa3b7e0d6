import { EVAL_CASE_ALIASES, isJsonObject, type JsonObject, type NamedOption, nearestMatch } from '@assay/schema';
import { CASE_MARKS } from '../fields/case-marks.js';
import { SUITE_HEADER_KEYS, TABLE_KEYS } from '../fields/suite-keys.js';
import { hasAny } from './first-object.js';

/** A file that belongs to evals and is no suite. */
export interface OtherFile {
  readonly name: 'sidecar' | 'target-file' | 'config' | 'baseline' | 'other-baseline' | 'run-row' | 'recording';
  /** What a message calls it. */
  readonly title: string;
  /** Why it is passed over where suites are looked for. */
  readonly skipped: string;
  /** What to do for who named it as a suite. */
  readonly instead: string;
  /** Options of a run that this is about. */
  readonly namedOptions?: readonly NamedOption[];
  /** How sure it is that a mapping is such a file, as loaders say it (`Loader.detect`). */
  detect(value: JsonObject): number;
  /** True if a list of such mappings is such a file too. */
  readonly inLists?: boolean;
  /** True if lines of JSONL may be such mappings; other lines are cases, whatever they look like. */
  readonly inLines?: boolean;
}

const INPUT_KEYS = ['input', 'input_messages', 'task', 'prompt', 'messages'];
const REPLY_KEYS = ['text', 'output_messages', 'tool_calls'];
const CONFIG_KEYS = ['defaults', 'judges', 'collections', 'guideline_patterns', 'prices', 'budgets', 'verdicts', 'embeddings', 'model_aliases'];
/** Keys of the head of a suite. */
export const HEADER_KEYS: ReadonlySet<string> = new Set([...SUITE_HEADER_KEYS, ...TABLE_KEYS, '$schema', 'name', 'note', 'metadata']);
/** Those of them that no blueprint has. */
const OWN_KEYS = [...SUITE_HEADER_KEYS, ...TABLE_KEYS].filter((key) => !['description', 'tags', 'prompts'].includes(key));

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** A baseline of Assay, also one that lost a part, as its version. */
function isBaseline(value: JsonObject): boolean {
  if (value['baseline_version'] !== undefined) return true;
  return isText(value['suite']) && value['target'] !== undefined && isJsonObject(value['cases']);
}

/** What other tools keep as baselines: it has nothing that tells one of Assay. */
function isOtherBaseline(value: JsonObject): boolean {
  if (value['kind'] === 'baseline') return true;
  return isText(value['suite']) && (isText(value['target']) || isJsonObject(value['target'])) && !hasAny(value, [...CASE_MARKS, 'tests', 'eval_cases', 'evalcases']);
}

/** What was answered, for a case (`id`) or for prompts that hold some texts (`match`). */
function isRecordedReply(value: JsonObject): boolean {
  return hasAny(value, ['id', 'match']) && hasAny(value, REPLY_KEYS) && !hasAny(value, INPUT_KEYS);
}

/** One target with what it must have. */
export function isTarget(value: unknown): boolean {
  return isJsonObject(value) && isText(value['name']) && isText(value['provider']);
}

function isTargetFile(value: JsonObject): boolean {
  if (isTarget(value)) return true;
  const { targets, ...rest } = value;
  return Array.isArray(targets) && !Object.keys(rest).some((key) => key !== '$schema' && key !== 'description');
}

/** Lacks or mistypes what a target must have, and is nothing else either. */
function isMeantAsTarget(value: JsonObject): boolean {
  return isText(value['provider']) || (isText(value['name']) && (isText(value['model']) || isText(value['use_target'])));
}

/** Whether a key is one of the head of a suite, or is meant to be: a list of cases under a mistyped key makes a suite. */
function isMeantForHead(key: string): boolean {
  return HEADER_KEYS.has(key) || (nearestMatch(key, HEADER_KEYS) !== undefined && nearestMatch(key, EVAL_CASE_ALIASES.cases) === undefined);
}

/** Prompts as no blueprint has them: texts, and texts with names. */
function areTexts(prompts: unknown): boolean {
  return Array.isArray(prompts) && prompts.length > 0 && prompts.every((prompt) => isText(prompt) || (isJsonObject(prompt) && hasAny(prompt, ['text', 'file'])));
}

/** A blueprint has prompts too; what it has beside them tells, and what they are where a key beside them is mistyped. */
function sidecarSureness(value: JsonObject): number {
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every(isMeantForHead)) return 0;
  if (value['prompts'] === undefined) return 0.1;
  const isOwn = hasAny(value, OWN_KEYS) && keys.every((key) => HEADER_KEYS.has(key));
  return isOwn || areTexts(value['prompts']) ? 0.45 : 0.1;
}

/** True for the settings of a project, without a case or prompt that would make a suite of them. */
export function isConfigAlone(value: JsonObject): boolean {
  return hasAny(value, CONFIG_KEYS) && !hasAny(value, [...CASE_MARKS, ...EVAL_CASE_ALIASES.cases, 'prompts']);
}

/** The files that are no suites: one entry each. */
export const otherFiles: readonly OtherFile[] = [
  {
    name: 'run-row',
    title: 'the result of a run',
    skipped: 'it is the result of a run',
    instead: 'name a file of cases; results of two runs are compared with assay compare',
    detect: (value) => (isText(value['run_id']) || isText(value['trial_key']) ? 0.8 : 0),
    inLists: true,
    inLines: true,
  },
  {
    name: 'baseline',
    title: 'a baseline',
    skipped: 'it is a baseline',
    instead: 'name a file of cases',
    detect: (value) => (isBaseline(value) ? 0.79 : 0),
  },
  {
    name: 'other-baseline',
    title: 'a baseline of another tool',
    skipped: 'it is a baseline of another tool, as it has no baseline_version',
    instead: 'name a file of cases; assay baseline save writes baselines of Assay',
    detect: (value) => (isOtherBaseline(value) ? 0.78 : 0),
  },
  {
    name: 'recording',
    title: 'a recording of replies',
    skipped: 'it is a recording of replies',
    instead: 'score it with assay score SUITE --outputs FILE (outputs of a program), or make it the recording: of a target with provider: replay; if these are cases, write what is asked under input',
    detect: (value) => (isRecordedReply(value) ? 0.6 : 0),
    inLines: true,
  },
  {
    name: 'target-file',
    title: 'a file of targets',
    skipped: 'it defines targets',
    instead: 'name a file of cases; targets are chosen as you start the run',
    namedOptions: [{ name: 'targets' }],
    detect: (value) => (isTargetFile(value) ? 0.55 : isMeantAsTarget(value) ? 0.2 : 0),
  },
  {
    name: 'config',
    title: 'a project configuration',
    skipped: 'it is a project configuration',
    instead: 'name a file of cases; the configuration is found by itself',
    detect: (value) => (hasAny(value, CONFIG_KEYS) ? 0.5 : 0),
  },
  {
    name: 'sidecar',
    title: 'a sidecar (settings for a JSONL file or table of the same name, without cases)',
    skipped: 'it is a sidecar: it has settings but no cases',
    instead: 'name the dataset instead (the JSONL file or the table), or add cases under evalcases:',
    detect: sidecarSureness,
  },
];
