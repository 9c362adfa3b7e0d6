import {
  type CaseExecution,
  type CasePrompt,
  checkKeys,
  describeKind,
  EVAL_CASE_ALIASES,
  type EvalCase,
  type GradingKeys,
  isJsonObject,
  type JsonObject,
  type Message,
  type NormalizeContext,
  pickKey,
  readCaseWeight,
  readIdentifier,
  readText,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { readOwnAssertions } from '../../assertions/read-assertions.js';
import { ASSERTION_KEYS } from '../../fields/suite-keys.js';
import { checkWeights } from './check-weights.js';
import { composeEvaluators, readEvaluators, readRubricEntry } from './case-evaluators.js';
import { reportUnreadKeys, UNREAD_IN_CASES } from '../agentv/unread-keys.js';
import { DEPENDENCY_KEYS, readDependencies } from '../agentv/dependencies.js';
import { readTurns, TURN_KEYS, type Turns } from '../agentv/turns.js';
import { readWorkspace } from '../agentv/workspace-reader.js';
import { withSharedInput } from '../agentv/shared-input.js';
import { readExecution, type WrittenExecution } from './execution.js';
import { readExpectedMessages } from './expected-messages.js';
import { judgeHints } from '../../fields/judge-names.js';
import { readFlag } from '../../fields/flag.js';
import { keptDigits } from '../../fields/kept-digits.js';
import { readMetadata } from '../../fields/metadata.js';
import { readInputMessages } from './input-messages.js';
import { readRepeated } from './repeated-evaluators.js';
import type { SuiteHeader } from './suite-header.js';
import { readTags } from '../../fields/tags.js';

const { outcome: OUTCOME_NAMES, input: INPUT_NAMES, expected: EXPECTED_NAMES } = EVAL_CASE_ALIASES;

/** Keys of a case. The last row is for people: allowed, and not part of the case. */
export const EVAL_CASE_KEYS: readonly string[] = [
  'id', 'conversation_id', ...OUTCOME_NAMES,
  ...INPUT_NAMES, ...EXPECTED_NAMES,
  'execution', 'evaluators', 'evaluator', 'rubrics', ...ASSERTION_KEYS, 'weight', 'tags', 'context', 'plain_input', 'allow_empty', 'vars', 'input_files', 'workspace', ...TURN_KEYS, ...DEPENDENCY_KEYS,
  'note', 'notes', 'metadata', 'description', '$schema',
];

const KEYS: ReadonlySet<string> = new Set([...EVAL_CASE_KEYS, 'suite', 'category']);

const HINTS: Readonly<Record<string, string>> = {
  ...judgeHints('write model: NAME into the evaluator that asks judges; or judges: [provider:model] into .assay/config.yaml'),
  target: 'write it as execution: { target: NAME }',
  prompt: 'write what the target is asked under input',
  prompts: 'prompts stand at the top of the file (or in the sidecar), and hold for all cases',
  messages: 'write what the target is asked under input_messages',
  expected: 'write the right answer under expected_output',
};

const GRADING: GradingKeys = {
  read: ['evaluators', 'evaluator', 'rubrics', ...ASSERTION_KEYS, ...OUTCOME_NAMES],
  how: 'write evaluators: and a list of - type: …, or rubrics: and a list of sentences; the goal in words stands under expected_outcome',
};

const MISSING_HINTS: Readonly<Record<string, string>> = {
  id: 'add id: a short name, unique within the file',
  expected_outcome: 'add expected_outcome: what a good reply achieves, in words',
  input_messages: 'add input: what the target is asked',
};

/** A row of a table has columns, and who brings a table may know of none but those. */
const ROW_HINTS: Readonly<Record<string, string>> = {
  ...MISSING_HINTS,
  expected_outcome: 'say what is right in a column expected (if it has another name: columns: { expected: … } in a sidecar), or write assert: … in the sidecar; assay init --from FILE writes one',
};

/** Whether a case says itself how it is scored, with something else than its outcome. */
function namesEvaluators(raw: Readonly<Record<string, unknown>>): boolean {
  const { evaluators, evaluator, rubrics, assert, assertions, execution } = raw;
  const lists = [evaluators, evaluator, rubrics, assert, assertions, ...(isJsonObject(execution) ? SCORED_IN_EXECUTION.map((key) => execution[key]) : [])];
  return lists.some((list) => isPresent(list) && !(Array.isArray(list) && list.length === 0));
}

function readsOutcome({ type, prompt, evaluators: members }: JsonObject): boolean {
  if (type === 'llm_judge') return prompt === undefined;
  return Array.isArray(members) && members.some((member: unknown) => isJsonObject(member) && readsOutcome(member));
}

/** Name of the evaluator that cannot do without an expected outcome; undefined when there is none. */
function outcomeReader(evaluators: EvalCase['evaluators']): string | undefined {
  return evaluators.find(({ type, options }) => readsOutcome({ ...options, type }))?.name;
}

const EMPTY_HINT = 'say what a good reply achieves, in words';

/**
 * An outcome that is written as empty is a mistake, unless evaluators of the case's own say what is
 * good without it.
 */
function checkEmptyOutcome(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  evaluators: EvalCase['evaluators'],
): void {
  const key = OUTCOME_NAMES.find((name) => isPresent(raw[name])) ?? OUTCOME_NAMES[0];
  if (!namesEvaluators(raw)) {
    reportError(context, [...path, key], `${key} must not be empty`, {
      hint: `${EMPTY_HINT}; it may be empty only in a case with evaluators or rubrics of its own`,
    });
    return;
  }
  const judged = outcomeReader(evaluators);
  if (judged === undefined) return;
  reportError(context, [...path, key], `${key} must not be empty: evaluator "${judged}" compares the reply with it`, {
    hint: `${EMPTY_HINT}, or give the evaluator a prompt of its own`,
  });
}

/** The outcome as it is written; undefined when it is missing, null when it was reported as wrong. */
function readOutcome(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
): string | null | undefined {
  const { expected_outcome: outcome } = raw;
  if (typeof outcome === 'string' && raw['outcome'] === undefined && raw['criteria'] === undefined) return outcome;
  const key = pickKey(context, raw, path, OUTCOME_NAMES);
  if (key === undefined) return undefined;
  const value = raw[key];
  return typeof value === 'string' ? value : (readText(context, raw, path, key) ?? null);
}

function reportMissing(context: NormalizeContext, path: ValuePath, fields: readonly string[], hints: Readonly<Record<string, string>>): void {
  reportWarning(context, path, fields.map((field) => `missing ${field}`).join(', '), {
    code: 'missing-field',
    hint: fields.map((field) => hints[field]).join('; '),
  });
}

function mergeTags(suite: readonly string[], own: readonly string[]): readonly string[] {
  if (suite.length === 0) return own;
  return own.length === 0 ? suite : [...new Set([...suite, ...own])];
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const SCORED_IN_EXECUTION: readonly string[] = ['evaluators', ...ASSERTION_KEYS];

/** Most cases of a large dataset name no evaluators: they share their suite's. */
function readCaseEvaluators(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  { header, skipDefaults, turns }: { readonly header: SuiteHeader; readonly skipDefaults: boolean; readonly turns: Turns | undefined },
): EvalCase['evaluators'] {
  const { evaluators, evaluator, rubrics, assert, assertions, execution } = raw;
  const executed = isJsonObject(execution) ? SCORED_IN_EXECUTION.map((key) => execution[key]) : [];
  const written = [evaluators, evaluator, rubrics, assert, assertions, ...executed];
  if (!written.some(isPresent) && !skipDefaults && !turns) return header.defaultEvaluators;
  // What a case with turns says of the whole conversation is a part of what scores them.
  if (turns) {
    const { assert: _assert, assertions: _assertions, ...rest } = raw;
    const assertions = [...(turns.entry ? [turns.entry] : []), ...(readOwnAssertions(context, rest, path) ?? [])];
    const own = { list: readEvaluators(context, rest, path, true), rubric: readRubricEntry(context, rest, path), assertions: assertions.length > 0 ? assertions : undefined };
    return composeEvaluators(context, own, skipDefaults ? { preprocessors: header.evaluators.preprocessors } : header.evaluators);
  }
  return readRepeated(context, header, [written, skipDefaults], () => {
    const own = { list: readEvaluators(context, raw, path, true), rubric: readRubricEntry(context, raw, path), assertions: readOwnAssertions(context, raw, path) };
    return composeEvaluators(context, own, skipDefaults ? { preprocessors: header.evaluators.preprocessors } : header.evaluators);
  });
}

/** Most cases share the object of their suite. */
function executionOf({ execution }: SuiteHeader, { target, targets, noCache }: WrittenExecution, allowEmpty: boolean | undefined): CaseExecution {
  const asked = targets ? { targets } : target === undefined ? execution : { target };
  const own = noCache ? { ...asked, noCache } : asked;
  return allowEmpty ? { ...own, allowEmpty } : own;
}

function missingFields(id: unknown, outcome: unknown, input: readonly Message[] | undefined, evaluators: EvalCase['evaluators']): readonly string[] {
  const missing: string[] = [];
  if (!isPresent(id)) missing.push('id');
  if (outcome === undefined && outcomeReader(evaluators) !== undefined) missing.push('expected_outcome');
  if (input === undefined) missing.push('input_messages');
  return missing;
}

/** Prompts with other messages; the same objects where these stay what they are, as they do in most cases. */
function promptsWith(prompts: readonly CasePrompt[], change: (messages: readonly Message[]) => readonly Message[]): readonly CasePrompt[] {
  const changed = prompts.map((prompt) => {
    const inputMessages = change(prompt.inputMessages);
    return inputMessages === prompt.inputMessages ? prompt : { ...prompt, inputMessages };
  });
  return changed.some((prompt, index) => prompt !== prompts[index]) ? changed : prompts;
}

type Optional = Pick<EvalCase, 'conversationId' | 'dependsOn' | 'onDependencyFailure' | 'prompts' | 'vars' | 'workspace' | 'context' | 'plainInput' | 'metadata'>;

/** A case with what it has of that which many have not. Field by field: datasets have millions of cases, and spreading is slow. */
function putTogether(evalCase: Omit<EvalCase, keyof Optional>, { conversationId, dependsOn, onDependencyFailure, prompts, vars, workspace, context, plainInput, metadata }: Optional): EvalCase {
  const whole: { -readonly [Key in keyof EvalCase]: EvalCase[Key] } = evalCase;
  if (conversationId !== undefined) whole.conversationId = conversationId;
  if (dependsOn) whole.dependsOn = dependsOn;
  if (onDependencyFailure) whole.onDependencyFailure = onDependencyFailure;
  if (prompts) whole.prompts = prompts;
  if (vars) whole.vars = vars;
  if (workspace) whole.workspace = workspace;
  if (context !== undefined) whole.context = context;
  if (plainInput !== undefined) whole.plainInput = plainInput;
  if (metadata) whole.metadata = metadata;
  return whole;
}

/** What a case with variables is asked, and what it was filled in with. */
export interface AskedBy {
  readonly parts: Pick<EvalCase, 'prompts' | 'vars' | 'metadata'>;
  /** True when an answer that is known to be right says what is expected. */
  readonly referenceWillDo?: boolean | undefined;
}

/**
 * Brings one case of the eval-case format to an {@link EvalCase}. Works on plain JSON values, so
 * that YAML and JSONL give identical cases. Reports every finding, never only the first.
 *
 * A case that lacks a required field is reported as a warning with code `missing-field`.
 * @param raw The case as parsed.
 * @param header What its suite (or sidecar) says about all cases.
 * @param path Where the case stands in its document; empty for a line of JSONL.
 * @param asked What a suite with variables made of its prompts for the case; they are in place of its input.
 * @returns Undefined when the case cannot be used: it lacks something, or something is wrong.
 */
export function normalizeEvalCase(
  raw: unknown,
  context: NormalizeContext,
  header: SuiteHeader,
  path: ValuePath = [],
  asked?: AskedBy,
): EvalCase | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `a case must be a mapping with id, expected_outcome and input, not ${describeKind(raw)}`, {
      hint: 'write id: …, expected_outcome: … and input: …',
    });
    return undefined;
  }
  const before = context.tally.errors;
  checkKeys(context, raw, path, KEYS, { hints: HINTS, grading: GRADING, refused: UNREAD_IN_CASES });
  const unread = context.tally.errors > before;
  reportUnreadKeys(context, raw, path, UNREAD_IN_CASES);
  const id = isPresent(raw['id']) ? readIdentifier(context, raw, path, 'id') : undefined;
  const expectedOutcome = readOutcome(context, raw, path);
  const execution = isPresent(raw['execution']) ? readExecution(context, raw['execution'], [...path, 'execution']) : {};
  const skipDefaults = execution.skipDefaults === true;
  const shared = skipDefaults ? undefined : header.sharedInput;
  const prompts = asked?.parts.prompts && promptsWith(asked.parts.prompts, (messages) => withSharedInput(context, messages, { raw, path, shared: shared && { files: shared.files } }));
  const turns = readTurns(context, raw, path);
  const written = prompts?.[0]?.inputMessages ?? readInputMessages(context, raw, path) ?? (turns ? [] : undefined);
  const begun = prompts ? written : written && withSharedInput(context, written, { raw, path, shared });
  const inputMessages = turns ? [...(begun ?? []), ...turns.messages] : begun;
  const expectedMessages = readExpectedMessages(context, raw, path);
  const conversationId = isPresent(raw['conversation_id'])
    ? readIdentifier(context, raw, path, 'conversation_id', 'write the name of the conversation, the same in all cases of it')
    : undefined;
  const beforeEvaluators = context.tally.errors;
  const evaluators = readCaseEvaluators(context, raw, path, { header, skipDefaults, turns });
  const isRefused = header.isScoringRefused === true || unread || context.tally.errors > (turns ? before : beforeEvaluators);
  if (expectedOutcome?.trim() === '') checkEmptyOutcome(context, raw, path, context.tally.errors > before ? [] : evaluators);
  checkWeights(context, evaluators, raw, path);
  const weight = isPresent(raw['weight']) ? readCaseWeight(context, raw['weight'], [...path, 'weight']) : 1;
  const plainInput = readText(context, raw, path, 'plain_input');
  const allowEmpty = readFlag(context, raw, path, 'allow_empty');
  const tags = isPresent(raw['tags']) ? readTags(context, raw['tags'], [...path, 'tags']) : [];
  const { dependsOn, onDependencyFailure } = readDependencies(context, raw, path);
  const workspace = readWorkspace(context, raw['workspace'], [...path, 'workspace'], header.workspace);
  const outcome = expectedOutcome === undefined && asked?.referenceWillDo && expectedMessages.length > 0 ? '' : expectedOutcome;
  // Nobody knows whether what was refused would have read the outcome.
  const missing = missingFields(raw['id'], outcome, inputMessages, isRefused ? [] : evaluators);
  if (missing.length > 0) reportMissing(context, path, missing, asked?.referenceWillDo ? ROW_HINTS : MISSING_HINTS);
  if (context.tally.errors > before) return undefined;
  if (missing.length > 0 || id === undefined || expectedOutcome === null || inputMessages === undefined) return undefined;
  return putTogether(
    {
      id,
      expectedOutcome: expectedOutcome ?? '',
      inputMessages,
      expectedMessages,
      evaluators,
      execution: executionOf(header, execution, allowEmpty),
      weight,
      tags: mergeTags(header.tags, tags),
    },
    {
      conversationId,
      dependsOn,
      onDependencyFailure,
      prompts: prompts && turns ? promptsWith(prompts, (messages) => [...messages, ...turns.messages]) : prompts,
      vars: asked?.parts.vars,
      workspace,
      context: keptDigits(raw['context'], [...path, 'context'], context.writtenAt),
      plainInput,
      metadata: readMetadata(context, raw, path).metadata ?? asked?.parts.metadata,
    },
  );
}
