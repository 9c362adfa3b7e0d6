import { EVAL_CASE_ALIASES, isJsonObject, type JsonObject } from '@assay/schema';
import { BLUEPRINT_HEADER_KEYS, BLUEPRINT_PROMPT_KEYS } from '../blueprint/read/blueprint-keys.js';
import { SUITE_HEADER_KEYS } from '../eval-case/read/suite-header.js';
/** What a file is, judged by what stands in it. */
export type DetectedDialect =
  | 'eval-case'
  | 'blueprint'
  | 'test-case'
  | 'sidecar'
  | 'target-file'
  | 'config'
  | 'baseline'
  | 'other-baseline'
  | 'run-row'
  | 'recording'
  | 'unknown';

const CASE_KEYS = [...EVAL_CASE_ALIASES.outcome, 'input_messages', ...EVAL_CASE_ALIASES.expected];
const INPUT_KEYS = ['input', 'input_messages', 'task', 'prompt', 'messages'];
const REPLY_KEYS = ['text', 'output_messages', 'tool_calls'];
const CONFIG_KEYS = ['defaults', 'judges', 'collections', 'guideline_patterns', 'prices', 'verdicts', 'embeddings', 'model_aliases'];
const HEADER_KEYS: ReadonlySet<string> = new Set([...SUITE_HEADER_KEYS, '$schema', 'name', 'note', 'metadata']);

function hasAny(value: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => value[key] !== undefined);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isRunFile(value: JsonObject): boolean {
  return isText(value['run_id']) || isText(value['trial_key']);
}

/** A baseline of Assay, also one that lost a part, as its version. */
function isBaseline(value: JsonObject): boolean {
  if (value['baseline_version'] !== undefined) return true;
  return isText(value['suite']) && value['target'] !== undefined && isJsonObject(value['cases']);
}

/** What other tools keep as baselines: it has nothing that tells one of Assay. */
function isOtherBaseline(value: JsonObject): boolean {
  if (value['kind'] === 'baseline') return true;
  return isText(value['suite']) && (isText(value['target']) || isJsonObject(value['target'])) && !hasAny(value, CASE_KEYS);
}

/** What was answered, for a case (`id`) or for prompts that hold some texts (`match`). */
function isRecordedReply(value: JsonObject): boolean {
  return hasAny(value, ['id', 'match']) && hasAny(value, REPLY_KEYS) && !hasAny(value, INPUT_KEYS);
}

function isTestCase(value: JsonObject): boolean {
  if (isJsonObject(value['rubric'])) return hasAny(value, ['task', 'input', 'expected']);
  return isText(value['task']) && hasAny(value, ['input', 'expected', 'rubric']) && !hasAny(value, CASE_KEYS);
}

function isTarget(value: unknown): boolean {
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

function detectObject(value: JsonObject): DetectedDialect {
  if (isRunFile(value)) return 'run-row';
  if (isBaseline(value)) return 'baseline';
  if (isOtherBaseline(value)) return 'other-baseline';
  if (EVAL_CASE_ALIASES.cases.some((key) => value[key] !== undefined)) return 'eval-case';
  if (isTestCase(value)) return 'test-case';
  if (hasAny(value, CASE_KEYS)) return 'eval-case';
  if (isRecordedReply(value)) return 'recording';
  if (isTargetFile(value)) return 'target-file';
  if (hasAny(value, CONFIG_KEYS)) return 'config';
  if (hasAny(value, BLUEPRINT_HEADER_KEYS) || hasAny(value, BLUEPRINT_PROMPT_KEYS)) return 'blueprint';
  if (value['id'] !== undefined && value['input'] !== undefined) return 'eval-case';
  if (isMeantAsTarget(value)) return 'target-file';
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => HEADER_KEYS.has(key)) ? 'sidecar' : 'unknown';
}

function detectList(items: readonly unknown[]): DetectedDialect {
  const objects = items.filter((item) => isJsonObject(item));
  if (objects.length === 0) return 'unknown';
  if (objects.some((item) => hasAny(item, BLUEPRINT_PROMPT_KEYS) && !hasAny(item, CASE_KEYS))) return 'blueprint';
  const [first] = objects.map(detectObject);
  if (items.every(isTarget)) return 'target-file';
  return first === 'eval-case' || first === 'blueprint' || first === 'run-row' || first === 'test-case' ? first : 'unknown';
}

/**
 * The dialect of a file, from its parsed documents (one for most files). Names and folders of
 * files play no part.
 */
export function detectDialect(documents: readonly unknown[]): DetectedDialect {
  const [first, ...more] = documents;
  const own = Array.isArray(first) ? detectList(first) : isJsonObject(first) ? detectObject(first) : 'unknown';
  if (more.length === 0 || own === 'eval-case' || own === 'test-case') return own;
  const prompts = more.flat().filter((item) => isJsonObject(item));
  return own === 'blueprint' || prompts.some((item) => hasAny(item, ['prompts', ...BLUEPRINT_PROMPT_KEYS])) ? 'blueprint' : own;
}
