import { isDeepStrictEqual } from 'node:util';
import { type EvalCase, isJsonObject, type JsonObject, type JsonValue, type LocatedCase, type WriteRequest } from '@assay/schema';
import { DEFAULT_TARGET } from '../../dialect/default-target.js';
import { hasRequirements } from '../../writing/evaluator-entries.js';
import { ruleCriterion } from './rule-criterion.js';
import { present } from '../../writing/present.js';

/** What a test case asks: instructions, the task, and what it is about. */
interface Question {
  readonly context: string | undefined;
  readonly task: string;
  readonly input: string;
}

/** The user message that a task and an input make. */
function asked(task: string, input: string): string {
  return input.trim() === '' ? task : `${task}\n\n${input}`;
}

function isTask(task: string): boolean {
  return task !== '' && task === task.trim();
}

/** Task and input that make this text: those of the case, else its first paragraph and the rest. */
function splitText(text: string, { expectedOutcome, plainInput }: EvalCase): Pick<Question, 'task' | 'input'> | undefined {
  if (plainInput !== undefined && isTask(expectedOutcome) && asked(expectedOutcome, plainInput) === text) {
    return { task: expectedOutcome, input: plainInput };
  }
  const gap = text.indexOf('\n\n');
  const [task, input] = gap < 0 ? [text, ''] : [text.slice(0, gap), text.slice(gap + 2)];
  if (isTask(task) && asked(task, input) === text) return { task, input };
  return isTask(text) ? { task: text, input: '' } : undefined;
}

function textOf(message: EvalCase['inputMessages'][number] | undefined, role: string): string | undefined {
  return message?.role === role && Object.keys(message).length === 2 && typeof message.content === 'string' ? message.content : undefined;
}

/** The question of a case that asks one thing, or why a test case cannot ask it. */
function questionOf(evalCase: EvalCase): Question | string {
  const { inputMessages } = evalCase;
  const context = textOf(inputMessages[0], 'system');
  const text = textOf(inputMessages.at(-1), 'user');
  if (text === undefined || inputMessages.length !== (context === undefined ? 1 : 2)) {
    return 'a test case asks one thing: a user message of text, after at most one system message';
  }
  if (context?.trim() === '') return 'its system message is empty';
  const split = splitText(text, evalCase);
  return split ? { context, ...split } : 'its user message is empty, or begins or ends with blanks, which a task does not keep';
}

function expectedOf({ expectedMessages }: EvalCase): JsonValue | undefined {
  const [only] = expectedMessages;
  if (expectedMessages.length !== 1 || only?.role !== 'assistant' || Object.keys(only).length !== 2) return undefined;
  const { content } = only;
  return typeof content === 'string' || isJsonObject(content) ? content : undefined;
}

/** Weights that add up to 1; left out when all are equal and would not be short numbers. */
function criterionWeights(weights: readonly number[]): readonly (number | undefined)[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) <= 1e-9) return weights;
  const scaled = weights.map((weight) => Number((weight / sum).toPrecision(12)));
  const equal = scaled.every((weight) => weight === scaled[0]);
  return equal && String(scaled[0]).length > 6 ? scaled.map(() => undefined) : scaled;
}

/** The rubric of rules; undefined when no evaluator is a rule. */
function rubricOf({ evaluators }: EvalCase, { definitions }: WriteRequest): JsonObject | undefined {
  const found = evaluators.flatMap((config) => {
    const criterion = ruleCriterion(config, definitions);
    return criterion ? [{ config, criterion }] : [];
  });
  if (found.every(({ config }) => config.weight === 0)) return undefined;
  const weights = criterionWeights(found.map(({ config }) => config.weight));
  return Object.fromEntries(
    found.map(({ config, criterion }, index) => {
      const { description, ...rest } = criterion;
      return [config.name, present({ description, weight: weights[index], ...rest })];
    }),
  );
}

function loseFields(located: LocatedCase, question: Question, { suite, lose, definitions }: WriteRequest): void {
  for (const config of located.evalCase.evaluators) {
    if (!ruleCriterion(config, definitions)) lose(located, `evaluators.${config.name}`, `test cases know rules only, and ${config.type} with these options is none`);
    else if (hasRequirements(config)) {
      lose(located, `evaluators.${config.name}${config.required ? '.required' : '.min_score'}`, 'a test case requires nothing of a single criterion; it is kept as a part of the score');
    }
  }
  const { conversationId, dependsOn, workspace, expectedOutcome, plainInput, execution, weight, context, metadata } = located.evalCase;
  if (expectedOutcome !== question.task) lose(located, 'expected_outcome', 'the goal of a test case is its task');
  if (plainInput !== undefined && plainInput !== question.input) lose(located, 'plain_input', 'a test case asks about its input');
  if (workspace) lose(located, 'workspace', 'test cases work in no folder');
  if (conversationId !== undefined) lose(located, 'conversation_id', 'test cases have none');
  if (dependsOn) lose(located, 'depends_on', 'test cases depend on nothing');
  if (execution.target !== undefined && execution.target !== DEFAULT_TARGET) lose(located, 'execution.target', 'test cases name no target; use --target');
  if (execution.targets !== undefined && !isDeepStrictEqual(execution.targets, suite.execution.targets)) lose(located, 'execution.targets', 'test cases name no target; use --target');
  if (weight !== 1) lose(located, 'weight', 'all test cases of a suite count alike');
  if (context !== undefined) lose(located, 'context', 'in a test case it is the system prompt');
  for (const key of Object.keys(metadata ?? {})) {
    if (key !== 'description') lose(located, key, 'test cases have no place for it');
  }
}

/** `domain:moods` as `domain: moods`. */
function writtenTag(tag: string, located: LocatedCase, { lose }: WriteRequest): JsonValue {
  if (/^[\w-]+:\s/u.test(tag)) lose(located, 'tags', `the blank after the colon of ${JSON.stringify(tag)}`);
  const [, key, value] = /^([\w-]+):([^\s/].*)$/u.exec(tag) ?? [];
  return key === undefined || value === undefined ? tag : { [key]: value };
}

/** A case as a test case; undefined when it does not fit into one. */
export function testCaseEntry(located: LocatedCase, request: WriteRequest): JsonObject | undefined {
  const { evalCase } = located;
  const question = questionOf(evalCase);
  const expected = expectedOf(evalCase);
  const rubric = rubricOf(evalCase, request);
  const problem =
    typeof question === 'string' ? question
    : expected === undefined ? 'a test case needs one expected answer, a text or a mapping'
    : rubric === undefined ? 'no evaluator of it is a rule'
    : undefined;
  if (problem !== undefined || typeof question === 'string') {
    request.lose(located, 'case', problem ?? '');
    return undefined;
  }
  loseFields(located, question, request);
  const { context, task, input } = question;
  return present({
    id: evalCase.id,
    description: evalCase.metadata?.['description'],
    ...request.notes.cases.get(evalCase.id),
    task,
    input,
    context,
    expected,
    rubric,
    tags: evalCase.tags.map((tag) => writtenTag(tag, located, request)),
  });
}
