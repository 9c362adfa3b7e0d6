import {
  checkKeys,
  describeKind,
  type EvalCase,
  type EvaluatorConfig,
  type GradingKeys,
  isJsonObject,
  type JsonObject,
  type Message,
  type NormalizeContext,
  readIdentifier,
  readText,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { readFlag } from '../../fields/flag.js';
import { keptDigits } from '../../fields/kept-digits.js';
import { readMetadata } from '../../fields/metadata.js';
import { DEFAULT_TARGET } from '../../dialect/default-target.js';
import { readTags } from '../../fields/tags.js';
import { readCriterion, type Criterion } from './criterion.js';
import { criterionWeights } from './criterion-weights.js';

const REQUIRED_KEYS = ['id', 'task', 'input', 'expected', 'rubric'] as const;

/** Keys of a test case. The last row is for people: allowed, and not part of the case. */
const TEST_CASE_KEYS: readonly string[] = [
  ...REQUIRED_KEYS, 'context', 'tags', 'allow_empty',
  'description', 'note', 'notes', 'metadata', '$schema',
];

const KEYS: ReadonlySet<string> = new Set(TEST_CASE_KEYS);

const HINTS: Readonly<Record<string, string>> = {
  expected_output: 'write it under expected',
  expected_outcome: 'write the right output under expected; what it is judged by stands under rubric',
  evaluators: 'write what the output is scored by under rubric',
  rubrics: 'write the criteria under rubric',
  prompt: 'write the instruction under task, and what it is about under input',
  system_prompt: 'write it under context',
  weight: 'weights belong to the criteria under rubric',
};

const GRADING: GradingKeys = {
  read: ['rubric'],
  how: 'write the criteria under rubric, each with description, weight and rule',
};

const MISSING_HINTS: Readonly<Record<(typeof REQUIRED_KEYS)[number], string>> = {
  id: 'add id: a short name that no other case has',
  task: 'add task: what the model is to do',
  input: 'add input: the text that the task is about',
  expected: 'add expected: the right output',
  rubric: 'add rubric: the criteria, each with description, weight and rule',
};

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function reportMissing(context: NormalizeContext, raw: JsonObject, path: ValuePath): boolean {
  const missing = REQUIRED_KEYS.filter((key) => !isPresent(raw[key]));
  if (missing.length === 0) return false;
  reportWarning(context, path, missing.map((key) => `missing ${key}`).join(', '), {
    code: 'missing-field',
    hint: missing.map((key) => MISSING_HINTS[key]).join('; '),
  });
  return true;
}

function readTask(context: NormalizeContext, raw: JsonObject, path: ValuePath): string {
  const task = readText(context, raw, path, 'task');
  if (task?.trim() === '') reportError(context, [...path, 'task'], 'task must not be empty', { hint: 'write what the model is to do' });
  return (task ?? '').trim();
}

function readExpected(context: NormalizeContext, raw: JsonObject, casePath: ValuePath): readonly Message[] {
  const value = raw['expected'];
  const path = [...casePath, 'expected'];
  if (!isPresent(value)) return [];
  if (typeof value === 'string' || isJsonObject(value)) return [{ role: 'assistant', content: keptDigits(value, path, context.writtenAt) }];
  const scalar = typeof value === 'number' || typeof value === 'boolean';
  reportError(context, path, `expected must be a string or a mapping, not ${describeKind(value)}`, {
    hint: scalar ? `put it in quotes: expected: "${context.writtenAt?.(path) ?? String(value)}"` : 'write the text, or a mapping for JSON output',
  });
  return [];
}

function readRubric(context: NormalizeContext, raw: unknown, path: ValuePath): readonly EvaluatorConfig[] {
  if (!isPresent(raw)) return [];
  if (!isJsonObject(raw)) {
    reportError(context, path, `rubric must be a mapping of criteria, not ${describeKind(raw)}`, {
      hint: 'write the name of each criterion, and description, weight and rule below it',
    });
    return [];
  }
  const before = context.tally.errors;
  const criteria = Object.entries(raw)
    .map(([name, value]) => readCriterion(context, name, value, [...path, name]))
    .filter((criterion): criterion is Criterion => criterion !== undefined);
  if (Object.keys(raw).length === 0) {
    reportError(context, path, 'rubric must have at least one criterion', { hint: MISSING_HINTS.rubric });
  }
  // Weights of criteria that could not be read would be missed in the sum.
  if (context.tally.errors > before) return [];
  const weights = criterionWeights(context, criteria, path);
  return criteria.map((criterion, index) => ({ ...criterion, weight: weights[index] ?? 0 }));
}

/** `domain: sentiment`, written as one text, is the tag `domain:sentiment`. */
function readCaseTags(context: NormalizeContext, raw: JsonObject, path: ValuePath): readonly string[] {
  if (!isPresent(raw['tags'])) {
    reportWarning(context, path, 'missing tags', {
      code: 'missing-tags',
      hint: 'add tags: such as - domain: sentiment, by which cases are chosen',
      namedOptions: [{ name: 'tags', value: ['domain:sentiment'] }],
    });
    return [];
  }
  const tags = readTags(context, raw['tags'], [...path, 'tags']);
  return [...new Set(tags.map((tag) => tag.replace(/^(?<key>[\w-]+):\s+/u, '$<key>:')))];
}

/**
 * Brings a test case to an {@link EvalCase}. `context` becomes the system message, `task` and `input`
 * the user message, `expected` the expected answer, `task` the goal that judges see, and each
 * criterion of the rubric an evaluator. Reports every finding, never only the first.
 *
 * A case that lacks `id`, `task`, `input`, `expected` or `rubric` is reported as a warning with code
 * `missing-field`; one without tags is warned about and used.
 * @param path Where the case stands in its document; empty for the document itself.
 * @returns Undefined when the case cannot be used: it lacks something, or something is wrong.
 */
export function normalizeTestCase(raw: unknown, context: NormalizeContext, path: ValuePath = []): EvalCase | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `a test case must be a mapping with id, task, input, expected and rubric, not ${describeKind(raw)}`, {
      hint: 'write id: …, task: …, input: …, expected: … and rubric: …',
    });
    return undefined;
  }
  const before = context.tally.errors;
  checkKeys(context, raw, path, KEYS, { hints: HINTS, grading: GRADING });
  const id = isPresent(raw['id']) ? readIdentifier(context, raw, path, 'id') : undefined;
  const task = readTask(context, raw, path);
  const input = readText(context, raw, path, 'input') ?? '';
  const instructions = readText(context, raw, path, 'context') ?? '';
  const expectedMessages = readExpected(context, raw, path);
  const evaluators = readRubric(context, raw['rubric'], [...path, 'rubric']);
  const tags = readCaseTags(context, raw, path);
  const allowEmpty = readFlag(context, raw, path, 'allow_empty');
  const incomplete = reportMissing(context, raw, path);
  if (incomplete || context.tally.errors > before || id === undefined) return undefined;
  const question: Message = { role: 'user', content: input.trim() === '' ? task : `${task}\n\n${input}` };
  return {
    id,
    expectedOutcome: task,
    inputMessages: instructions.trim() === '' ? [question] : [{ role: 'system', content: instructions }, question],
    expectedMessages,
    evaluators,
    execution: { target: DEFAULT_TARGET, ...(allowEmpty ? { allowEmpty } : {}) },
    weight: 1,
    tags,
    plainInput: input,
    ...readMetadata(context, raw, path),
  };
}
