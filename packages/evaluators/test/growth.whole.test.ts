import { isJsonObject, type EvalCase, type EvaluatorServices, type JsonObject, type JsonValue, type ProviderResponse, type ToolCall } from '@assay/schema';
import { expect, test } from 'vitest';
import { evaluateWith, makeCase, makeResponse } from './evaluation-input.js';
import { panelResult, scriptedPanel } from './scripted-panel.js';
import { scoringDefinitions } from '../src/registry/definitions.js';

const { evaluators: DEFINITIONS } = scoringDefinitions();

/** What one evaluator gets that has to look at a reply of so many characters. */
interface Hard {
  readonly options: JsonObject;
  readonly response?: Partial<ProviderResponse>;
  readonly evalCase?: Partial<EvalCase>;
}

type Make = (length: number) => Hard;

const letters = (length: number): string => 'a'.repeat(length);
const words = (length: number): string => 'กa b '.repeat(length / 5);
/** Long parts that are found nearly everywhere. */
const nearly = (length: number): string => `${letters(length / 8)}b${letters(length / 8)}`;
const numbers = (length: number): number[] => Array.from({ length: length / 7 }, (_, index) => index);
const object = (length: number): JsonObject => Object.fromEntries(numbers(length / 2).map((number) => [`k${number}`, number]));
const open = (length: number): string => '{"a":[{'.repeat(length / 7);
const calls = (length: number): ToolCall[] => numbers(length / 10).map((number) => ({ tool: `tool${number % 7}`, input: { number } }));

const text = (make: (length: number) => string, options: (length: number) => JsonObject): Make => (length) => ({ options: options(length), response: { text: make(length) } });
const value = (make: (length: number) => string, of: (length: number) => JsonValue): Make => text(make, (length) => ({ value: of(length) }));
const tools = (options: JsonObject): Make => (length) => ({ options, response: { toolCalls: calls(length), text: '' } });
const expected = (content: JsonObject): Partial<EvalCase> => ({ expectedMessages: [{ role: 'assistant', content }] });

/**
 * For every evaluator, function and rule (negation makes the others of them), what is hard for it; or why its time has nothing to do with the
 * length of a reply. One that is not here is asked about long letters and words, with the options of its examples.
 */
const HARD: Readonly<Record<string, readonly Make[] | string>> = {
  code_judge: 'a program reads the reply',
  composite: 'its members read the reply',
  select_best: 'judges read the replies',
  cost: 'it reads a number',
  latency: 'it reads a number',
  score_above: 'it reads a number',
  token_usage: 'it reads numbers',
  exact_match: [
    (length) => ({ options: { value: `${words(length)}!` }, response: { text: words(length) } }),
    (length) => ({ options: {}, response: { text: open(length) }, evalCase: expected(object(length)) }),
  ],
  field_accuracy: [
    (length) => ({ options: { fields: [{ path: 'k1' }, { path: 'all' }] }, response: { text: JSON.stringify({ k1: 1, all: object(length) }) }, evalCase: expected({ k1: 1, all: object(length) }) }),
    (length) => ({ options: { fields: [{ path: 'day', match: 'date' }, { path: 'n', match: 'numeric_tolerance' }] }, response: { text: JSON.stringify({ day: ' '.repeat(length / 2), n: '1'.repeat(length / 2) }) }, evalCase: expected({ day: '2025-01-15', n: 1 }) }),
    (length) => ({ options: { fields: [{ path: 'a' }] }, response: { text: open(length) }, evalCase: expected({ a: 1 }) }),
  ],
  json_schema: [
    text((length) => JSON.stringify(numbers(length)), () => ({ schema: { type: 'array', uniqueItems: true, items: { type: 'string' } } })),
    text((length) => JSON.stringify(object(length)), () => ({ schema: { additionalProperties: false, patternProperties: { '^k1+$': { minimum: 1e9 } } } })),
    text((length) => JSON.stringify(numbers(length)), (length) => ({ schema: { enum: [numbers(length).toReversed()], contains: { const: -1 } } })),
  ],
  llm_judge: [
    text(letters, () => ({ prompt: '{{ candidate_answer | split: " " | sort | uniq | join: "," }}' })),
    text(words, () => ({ prompt: '{{ candidate_answer | strip_html | truncatewords: 5 }} {{ candidate_answer | escape | upcase | size }}' })),
  ],
  points: [text(words, () => ({ points: ['Is kind', { fn: 'contains', arg: 'zz' }] }))],
  rubric: [text(words, () => ({ rubrics: ['Is kind'] }))],
  tool_trajectory: [
    tools({ mode: 'any_order', minimums: { tool1: 5, none: 1 } }),
    (length) => ({ options: { mode: 'any_order', expected: calls(length / 50).map(({ tool }) => ({ tool })) }, response: { toolCalls: calls(length) } }),
    (length) => ({ options: { mode: 'in_order', expected: calls(length).toReversed().map(({ tool }) => ({ tool })) }, response: { toolCalls: calls(length) } }),
    (length) => ({ options: { mode: 'exact', expected: calls(length).map(({ tool }) => ({ tool })) }, response: { toolCalls: calls(length) } }),
  ],
  contains: [value(letters, nearly)],
  icontains: [value(letters, nearly)],
  contains_word: [value(words, () => 'กข'), value(letters, nearly)],
  icontains_word: [value(words, () => 'กข'), value(letters, nearly)],
  starts_with: [value(letters, (length) => `${letters(length - 1)}b`)],
  istarts_with: [value(letters, (length) => `${letters(length - 1)}b`)],
  ends_with: [value(letters, (length) => `b${letters(length - 1)}`)],
  iends_with: [value(letters, (length) => `b${letters(length - 1)}`)],
  contains_all_of: [value(letters, (length) => [nearly(length), 'b', 'c'])],
  icontains_all_of: [value(letters, (length) => [nearly(length), 'b', 'c'])],
  contains_any_of: [value(letters, (length) => [nearly(length), 'b', 'c'])],
  icontains_any_of: [value(letters, (length) => [nearly(length), 'b', 'c'])],
  contains_at_least_n_of: [value(letters, (length) => [1, [nearly(length), 'b']])],
  icontains_at_least_n_of: [value(letters, (length) => [1, [nearly(length), 'b']])],
  // What does not end on any length is ended by a deadline, which their own tests are about.
  matches: [value(letters, () => '^a+$|b')],
  imatches: [value(letters, () => 'B')],
  matches_all_of: [value(letters, () => ['^a', '^a+$'])],
  imatches_all_of: [value(letters, () => ['^A', '^A+$'])],
  matches_at_least_n_of: [value(letters, () => [1, ['b', '^a+$']])],
  imatches_at_least_n_of: [value(letters, () => [1, ['B', '^A+$']])],
  is_json: [value(open, () => true), value((length) => JSON.stringify(object(length)), () => true)],
  js: [value(letters, () => 'r.split("").reverse().join("") === r')],
  word_count_between: [value(words, () => [1, 5]), value((length) => 'ก'.repeat(length), () => [1, 5])],
  tool_called: [tools({ value: 'none' })],
  tool_args_match: [tools({ value: { name: 'tool1', where: { number: -1 } } })],
  tool_call_count_between: [tools({ value: [1, 5, 'tool1'] })],
  tool_call_order: [tools({ value: ['tool1', 'tool2', 'none'] })],
  similar: [text(words, (length) => ({ value: [letters(length), 'a'] }))],
  forbidden_phrases: [text(letters, (length) => ({ phrases: [nearly(length), 'zz'] })), text(words, () => ({ phrases: ['กข'] }))],
  json_valid: [text(open, () => ({})), text((length) => JSON.stringify(object(length)), () => ({}))],
  length_max: [text(words, () => ({ value: 5 }))],
  required_keys: [text((length) => JSON.stringify(object(length)), () => ({ keys: ['k1', 'none'] })), text(open, () => ({ keys: ['a'] }))],
  rubric_score: [text(words, () => ({ min: 0, max: 5 }))],
};

const services: Partial<EvaluatorServices> = { embed: async (texts) => texts.map(({ length }) => [length, 1]), judges: scriptedPanel(() => panelResult(0.75)).judges };

/** What takes the square takes seconds for ten times the smaller length; all samples are longer still. */
const SMALL = process.env['ASSAY_SAMPLES'] === 'all' ? 100_000 : 20_000;
/** What is ended, by the limits of patterns, scripts, schemas and templates, or is done by then, needs no second look. */
const SOON_MS = 1_500;
/** Ten times as long may take ten times as long, and more for memory that is far away. What takes the square takes a hundred times as long. */
const MOST = 25;
const NOISE_MS = 25;

/** Time of the processor for one evaluation, its threads included, in milliseconds; others on this machine do not count. */
async function timeOf(name: string, { options, response, evalCase }: Hard): Promise<number> {
  const definition = DEFINITIONS.find((one) => one.name === name);
  if (!definition) throw new Error(`there is no evaluator ${name}`);
  const start = process.cpuUsage();
  await evaluateWith(definition, options, { response: makeResponse(response), evalCase: makeCase(evalCase), services }).catch((error: unknown) => {
    // A bound may be passed; options that do not fit would measure nothing.
    if (!(error instanceof Error) || error.name !== 'UnscoredError') throw error;
  });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** What every evaluator has to cope with. */
function ordinary({ examples }: (typeof DEFINITIONS)[number]): readonly Make[] {
  return examples.slice(0, 2).flatMap(({ value: example }) => {
    const { name: _, type: __, weight: ___, ...options } = isJsonObject(example) ? example : {};
    return [text(letters, () => options), text(words, () => options)];
  });
}

test('what is hard is said of what there is', () => {
  const names = new Set(DEFINITIONS.map(({ name }) => name));
  expect(Object.keys(HARD).filter((name) => !names.has(name))).toEqual([]);
});

/** Each that is not the negation of another, with what is hard for it. */
const ATTACKS = DEFINITIONS.filter(({ name }) => !name.startsWith('not_')).flatMap((definition) => {
  const hard = HARD[definition.name] ?? ordinary(definition);
  return typeof hard === 'string' ? [] : hard.map((make, index) => [definition.name, index + 1, make] as const);
});

test.each(ATTACKS)(
  '%s takes no longer than the reply is long: %d',
  { timeout: 120_000 },
  async (name, _, make) => {
    const [small, large] = [make(SMALL), make(10 * SMALL)];
    let ratio = Infinity;
    for (let tries = 0; tries < 3 && ratio > MOST; tries += 1) {
      const took = await timeOf(name, large);
      if (took <= SOON_MS) return;
      ratio = Math.min(ratio, took / Math.max(NOISE_MS, await timeOf(name, small)));
    }
    expect(ratio).toBeLessThanOrEqual(MOST);
  },
);
