import { defineEvaluator } from '@assay/schema';
import { recordingContext } from '@assay/schema/testing';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { sampleDefinitions } from '../../test/sample-definitions.js';
import { readAssertions, readOwnAssertions } from './read-assertions.js';

const parts = { description: 'For tests.', examples: [], programs: 'never' as const, evaluate: () => ({ score: null }) };
const texts = v.object({ value: v.union([v.string(), v.array(v.string())]), threshold: v.optional(v.number()) });
const named = (name: string) => defineEvaluator({ ...parts, name, options: texts });
const trajectory = defineEvaluator({ ...parts, name: 'tool_trajectory', options: v.object({ mode: v.string(), expected: v.array(v.strictObject({ tool: v.string(), args: v.optional(v.unknown()), max_duration_ms: v.optional(v.number()) })) }) });
const definitions = {
  ...sampleDefinitions,
  evaluators: [...sampleDefinitions.evaluators, trajectory, ...['contains', 'not_contains', 'contains_all_of', 'contains_any_of', 'similar', 'tool_called'].map(named)],
};

function read(...raw: readonly unknown[]) {
  const { context, found } = recordingContext({ definitions });
  const entries = readAssertions(context, raw, ['assert']);
  return { entries: entries.map(({ type, options, ...rest }) => ({ type, ...options, ...Object.fromEntries(Object.entries(rest).filter(([key, value]) => value !== undefined && !(key === 'weight' && value === 1))) })), found };
}

describe('an assertion', () => {
  test.each([
    [{ type: 'contains', value: 'a' }, { type: 'contains', value: 'a' }],
    [{ contains: 'a' }, { type: 'contains', value: 'a' }],
    ['contains: a', { type: 'contains', value: 'a' }],
    ['not-contains:a: b', { type: 'not_contains', value: 'a: b' }],
    [{ type: 'not-contains', value: 'a', negate: true }, { type: 'contains', value: 'a' }],
    [{ type: 'contains', value: 'a', negate: true }, { type: 'not_contains', value: 'a' }],
    [{ 'not-contains': 'a', weight: 2 }, { type: 'not_contains', value: 'a', weight: 2 }],
    [{ type: 'contains', value: 'a', metric: 'Tone', weight: 0 }, { type: 'contains', value: 'a', name: 'Tone', weight: 0 }],
    [{ type: 'contains-any', value: 'a, "b, c" ,d,' }, { type: 'contains_any_of', value: ['a', 'b, c', 'd'] }],
    [{ type: 'contains_any', value: ['a, b'] }, { type: 'contains_any_of', value: ['a, b'] }],
    [{ type: 'contains-all', value: ['a'] }, { type: 'contains_all_of', value: ['a'], threshold: 1 }],
    [{ type: 'contains-all', value: ['a', 'b'], threshold: 0.5 }, { type: 'contains_all_of', value: ['a', 'b'], threshold: 0.5 }],
    [{ type: 'similar:cosine', value: 'a', threshold: 0.9 }, { type: 'similar', value: 'a', threshold: 0.9 }],
    ['similar(0.8): a', { type: 'similar', value: 'a', threshold: 0.8 }],
    [{ type: 'latency', threshold: 9 }, { type: 'latency', max_ms: 9, unit: 'ms' }],
    [{ type: 'tool-trajectory', mode: 'exact', args_match: 'superset', expected: [{ tool: 't', args: { q: 1 } }] }, { type: 'tool_trajectory', mode: 'exact', expected: [{ tool: 't', args: { q: 1 } }] }],
    [{ type: 'tool-trajectory', mode: 'exact', argsMatch: 'ignore', expected: [{ tool: 't', args: { q: 1 } }, { tool: 'u', args: { q: 1 }, argsMatch: 'superset' }] }, { type: 'tool_trajectory', mode: 'exact', expected: [{ tool: 't', args: 'any' }, { tool: 'u', args: { q: 1 } }] }],
    [{ type: 'tool_trajectory', mode: 'exact', expected: [{ tool: 't', maxDurationMs: 5 }, { tool: 'u', args_match: 'ignore' }] }, { type: 'tool_trajectory', mode: 'exact', expected: [{ tool: 't', max_duration_ms: 5 }, { tool: 'u' }] }],
    [{ type: 'rubrics', criteria: ['Is polite'], threshold: 0.5 }, { type: 'rubric', rubrics: ['Is polite'], minScore: 0.5 }],
    [{ type: 'llm-grader', target: 'judge', prompt: 'p', required: true }, { type: 'llm_judge', model: 'judge', prompt: 'p', required: true }],
    [{ type: 'llm-judge', provider: 'judge', rubricPrompt: 'p' }, { type: 'llm_judge', model: 'judge', prompt: 'p' }],
    [{ type: 'code-grader', command: ['node', 'a.mjs'], mine: 1 }, { type: 'code_judge', script: ['node', 'a.mjs'], mine: 1, tool_counts: true }],
    [{ type: 'tool-called', value: 'a' }, { type: 'tool_called', value: 'a' }],
    [{ type: 'code-grader', command: 'x', config: { limit: 3 } }, { type: 'code_judge', script: ['sh', '-c', 'x'], limit: 3, tool_counts: true }],
    [{ type: 'contains', value: 'a', required: 0.7 }, { type: 'contains', value: 'a', required: true, minScore: 0.7 }],
    [{ type: 'llm-rubric', value: ['Is brief'] }, { type: 'rubric', rubrics: ['Is brief'] }],
    ['similar:cosine(0.8): a', { type: 'similar', value: 'a', threshold: 0.8 }],
    ['similar:cosine similarity', { type: 'similar', value: 'cosine similarity' }],
    ['latency(9)', { type: 'latency', max_ms: 9, unit: 'ms' }],
    ['contains_any: a, b', { type: 'contains_any_of', value: ['a', 'b'] }],
    ['not_contains: a', { type: 'not_contains', value: 'a' }],
    ['Is polite.', { type: 'rubric', rubrics: ['Is polite.'] }],
    ['similar: to nothing in particular', { type: 'similar', value: 'to nothing in particular' }],
    ['Note: it is polite', { type: 'rubric', rubrics: ['Note: it is polite'] }],
  ])('%j', (raw, expected) => {
    expect(read(raw)).toEqual({ entries: [expected], found: [] });
  });

  test.each([
    ['is-xml', 'error unsupported-assertion at assert.0: assertions of type "is-xml" are not supported -> write - type: script with script: [program, argument, …], which reads the reply as JSON and prints a score'],
    ['latency', 'error invalid-option at assert.0: evaluator "latency": max_ms is missing'],
    ['file://check.py:fn', 'error unsupported-assertion at assert.0: assertions of type "python" are not supported -> write - type: script with script: [program, argument, …], which reads the reply as JSON and prints a score: script: [python3, check.py]'],
  ])('%j is the name of a type or a program, and no sentence for the judges', (raw, finding) => {
    expect(read(raw).found).toEqual([finding]);
  });

  test.each([
    ['Contains: a', 'contains: …'],
    ['not-contain: a', 'not-contains: …'],
    ['notcontains: a', 'not-contains: …'],
    ['NOT-contains: a', 'not-contains: …'],
    ['similr(0.8): a', 'similar: …'],
    ['similar(high): a', 'similar: …'],
    ['latency(abc)', 'latency(NUMBER) or latency: …'],
    ['latency (500)', 'latency(NUMBER) or latency: …'],
    ['latancy(500 ms)', 'latency(NUMBER) or latency: …'],
    ['not-contains(Paris)', 'not-contains(NUMBER) or not-contains: …'],
  ])('%j is a sentence, and a warning that it may be meant otherwise', (raw, meant) => {
    const { entries, found } = read(raw);
    expect(entries).toEqual([{ type: 'rubric', rubrics: [raw] }]);
    expect(found).toEqual([`warning unknown-evaluator at assert.0: the text is a sentence for the judges: it is written as no assertion -> did you mean ${meant}?`]);
  });

  test.each(['print(x)', 'max(1, 2)', 'f(x): y', 'Latency (of the first reply) is low', 'count(a)'])('%j is a sentence, and nothing else is likely', (raw) => {
    expect(read(raw)).toEqual({ entries: [{ type: 'rubric', rubrics: [raw] }], found: [] });
  });

  test('in a set is a member of a composite', () => {
    const set = { type: 'assert-set', threshold: 0.5, metric: 'both', assert: [{ type: 'contains-any', value: 'a,b', metric: 'one' }, 'not-contains: c'] };
    expect(read(set)).toEqual({
      found: [],
      entries: [
        {
          type: 'composite', name: 'both', minScore: 0.5, threshold: 0.5,
          evaluators: [
            { name: 'one', type: 'contains_any_of', weight: 1, value: ['a', 'b'] },
            { name: 'not_contains', type: 'not_contains', weight: 1, value: 'c' },
          ],
        },
      ],
    });
  });

  test('sentences are one rubric, where the first of them stands', () => {
    expect(read('contains: a', 'Is polite', { type: 'contains', value: 'b' }, 'Is short').entries).toEqual([
      { type: 'contains', value: 'a' },
      { type: 'rubric', rubrics: ['Is polite', 'Is short'] },
      { type: 'contains', value: 'b' },
    ]);
  });
});

describe('what is not read is an error at its place', () => {
  test.each([
    [{ type: 'contians', value: 'a' }, 'error unknown-evaluator at assert.0.type: unknown type of assertion "contians" -> did you mean contains?'],
    [{ type: 'not-contians', value: 'a' }, 'error unknown-evaluator at assert.0.type: unknown type of assertion "not-contians" -> did you mean not-contains?'],
    [{ type: 'code-grader', command: 'x', config: { cwd: 'y' } }, 'error unsupported-assertion at key assert.0.config.cwd: an option of a script cannot be called cwd here -> give it another name'],
    [{ type: 'llm-grader', max_steps: 3 }, 'error unsupported-assertion at key assert.0.max_steps: max_steps of a grader is not supported -> leave it out, or write a script that checks it'],
    [{ type: 'rubrics', criteria: [{ outcome: 'Names a number', operator: 'contradiction' }] }, 'error unsupported-assertion at key assert.0.criteria.0.operator: lines of a rubric that must not hold are not supported -> write what must hold: "Names no number of tablets"'],
    [{ type: 'execution-metrics', max_llm_calls: 3 }, 'error unsupported-assertion at key assert.0.max_llm_calls: max_llm_calls is not supported -> leave it out; these figures are read: max_tool_calls, max_tokens, max_cost_usd, max_duration_ms'],
    [{ type: 'tool-trajectory', mode: 'exact', args_match: ['q'], expected: [] }, 'error unsupported-assertion at key assert.0.args_match: args_match: ["q"] is not supported -> leave it out: arguments may have more keys than expected (superset), and args: any takes all of them (ignore); let a script check what else must hold'],
    [{ type: 'tool-trajectory', mode: 'exact', expected: [{ tool: 't' }, { tool: 'u', argsMatch: 'exact' }] }, 'error unsupported-assertion at key assert.0.expected.1.argsMatch: argsMatch: "exact" is not supported -> leave it out: arguments may have more keys than expected (superset), and args: any takes all of them (ignore); let a script check what else must hold'],
    [{ type: 'execution-metrics' }, 'error invalid-field at assert.0: an assertion of type "execution-metrics" names no figure -> write one of max_tool_calls, max_tokens, max_cost_usd, max_duration_ms'],
    [{ include: 'safe-response' }, 'error unsupported-assertion at key assert.0.include: assertions of other files are not supported -> write what the file says in place of it; assertions of the suite hold for all its cases'],
    [{ type: 'human' }, 'error unsupported-assertion at assert.0.type: assertions of type "human" are not supported -> label replies with assay label, or leave it out'],
    [{ type: 'contains', vlaue: 'a' }, 'error unread-grading at key assert.0.vlaue: unknown key "vlaue" in an assertion of type contains: nothing reads it -> did you mean value?'],
    [{ type: 'contains', value: 'a', transform: 'b' }, 'error unread-grading at key assert.0.transform: unknown key "transform" in an assertion of type contains: nothing reads it -> it reads type, value, threshold, negate, metric, name, weight, required, min_score'],
    [{ type: 'latency', threshold: 'a' }, 'error invalid-option at assert.0.threshold: evaluator "latency": max_ms must be a number, not a string'],
    [{ type: 'latency', threshold: 1, max_ms: 2 }, 'error invalid-field at key assert.0.max_ms: threshold and max_ms are the same here -> give one of the two'],
    [{ type: 'assert-set', assert: ['contains: a'], assertions: ['contains: b'] }, 'error invalid-field at key assert.0.assertions: assert and assertions are the same here -> give one of the two'],
    [{ type: 'composite', assertions: ['contains: a'], evaluators: [{ type: 'contains', value: 'b' }] }, 'error invalid-field at key assert.0.evaluators: assertions and evaluators are the same here -> give one of the two'],
    [{ type: 'contains-any', value: [1] }, 'error invalid-option at assert.0.value: evaluator "contains_any_of": value must be one of string, Array, not a list'],
    [{ type: 'not-latency', threshold: 1 }, 'error invalid-field at assert.0.type: an assertion of type "not-latency" cannot be turned around -> latency has no opposite; write the assertion that you mean'],
    [{ type: 'contains', value: 'a', negate: 'yes' }, 'error invalid-field at assert.0.negate: negate must be true or false, not "yes"'],
    [{ 'contains-any': [1] }, 'error invalid-option at assert.0.contains-any: evaluator "contains_any_of": value must be one of string, Array, not a list'],
    [{ value: 'a' }, 'error invalid-field at assert.0: an assertion has no type -> add type: contains, or another type; a sentence alone is asked of the judges'],
    [{ type: 5 }, 'error invalid-field at assert.0.type: the type of an assertion must be a string, not a number'],
    ['contains-any:', 'error invalid-option at assert.0: evaluator "contains_any_of": value is missing'],
    [' ', 'error invalid-field at assert.0: an assertion must be a mapping with a type, or a text, not " " -> write - type: contains and value: …, or a sentence for the judges'],
    [7, 'error invalid-field at assert.0: an assertion must be a mapping with a type, or a text, not the number 7 -> write - type: contains and value: …, or a sentence for the judges'],
    [{ type: 'assert-set', assert: [{ type: 'contains-any', value: [1] }] }, 'error invalid-option at assert.0.assert.0.value: evaluator "contains_any_of": value must be one of string, Array, not a list'],
    [{ type: 'assert-set', assert: [{ type: 'human' }] }, 'error unsupported-assertion at assert.0.assert.0.type: assertions of type "human" are not supported -> label replies with assay label, or leave it out'],
  ])('%j', (raw, finding) => {
    expect(read(raw).found).toEqual([finding]);
  });

  test('sets that stand in each other too deep', () => {
    let nested: unknown = 'contains: a';
    for (let depth = 0; depth < 200; depth += 1) nested = { type: 'assert-set', assert: [nested] };
    expect(read(nested).found).toContainEqual(expect.stringContaining('assertions stand in each other at most 10 deep -> put them into fewer sets'));
  });

  test('a list that is none', () => {
    const { context, found } = recordingContext({ definitions });
    expect(readOwnAssertions(context, { assert: { type: 'contains' } }, [])).toEqual([]);
    expect(found).toEqual(['error invalid-field at assert: assertions must be a list, not a mapping -> write a list of - type: …']);
  });
});
