import { definePointFunction, defineRule, findDefinition, findPointFunction, type EvaluatorDefinition, type ScoringEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluateWith, makeResponse, problems } from '../../test/evaluation-input.js';
import { installed } from '../../test/installed.js';
import { scoringDefinitions, type AddedDefinitions } from './definitions.js';

const answers = (name: string, score: number) =>
  definePointFunction({ name, description: 'Always the same.', options: v.any(), examples: [], apply: () => score });

const always = (name: string, score: number) =>
  defineRule({
    name, description: 'Always the same.', options: v.object({}), examples: [], form: name, argument: [],
    match: (written) => (written === name ? {} : undefined),
    evaluate: () => ({ score }),
  });

function evaluatorOf(added: AddedDefinitions, type: string): EvaluatorDefinition {
  return findDefinition(scoringDefinitions(added).evaluators, type) ?? expect.fail(`there is no ${type}`);
}

async function scoreOf(added: AddedDefinitions, type: string, options: Parameters<typeof evaluateWith>[1] = {}): Promise<number | null> {
  return (await evaluateWith(evaluatorOf(added, type), options, { response: makeResponse({ text: 'hello' }) })).score;
}

describe('what is added', () => {
  test('a point function works in rubrics, as an evaluator and negated', async () => {
    const added = { pointFunctions: [answers('quarter', 0.25)] };
    expect(findPointFunction(scoringDefinitions(added).pointFunctions, '$not_quarter')).toMatchObject({ negated: true });
    expect(await scoreOf(added, 'quarter')).toBe(0.25);
    expect(await scoreOf(added, 'not_quarter')).toBe(0.75);
    expect(await scoreOf(added, 'points', { should: [{ $quarter: true }, { $contains: 'hello' }] })).toBe(0.625);
    expect(await problems(evaluatorOf({}, 'points'), { should: [{ $quarter: true }] })).toHaveLength(1);
    expect(await problems(evaluatorOf(added, 'points'), { should: [{ $quarter: true }] })).toEqual([]);
    const misspelt = await problems(evaluatorOf(added, 'points'), { should: [{ $quater: true }] });
    expect(misspelt).toMatchObject([{ hint: 'did you mean $quarter?' }]);
  });

  test('a rule works as an evaluator', async () => {
    const added = { rules: [always('half', 0.5)] };
    expect(scoringDefinitions(added).rules.map(({ name }) => name)).toContain('half');
    expect(await scoreOf(added, 'half')).toBe(0.5);
  });

  test('wins over what is installed under its name, wherever that is used', async () => {
    const added = { pointFunctions: [answers('contains', 0.25), answers('length_max', 0.1)], rules: [always('exact_match', 0.5)] };
    expect(await scoreOf(added, 'contains', { value: 'nowhere' })).toBe(0.25);
    expect(await scoreOf(added, 'not_contains', { value: 'nowhere' })).toBe(0.75);
    expect(await scoreOf(added, 'points', { should: [{ $contains: 'nowhere' }] })).toBe(0.25);
    expect(await scoreOf(added, 'exact_match')).toBe(0.5);
    expect(await scoreOf(added, 'length_max')).toBe(0.1);
    const { evaluators, pointFunctions, rules } = scoringDefinitions(added);
    for (const list of [evaluators, pointFunctions, rules]) {
      const names = list.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    }
    expect(pointFunctions).toHaveLength(installed.pointFunctions.length + 1);
    expect(rules).toHaveLength(installed.rules.length);
  });

  test('an evaluator wins over what an added point function of its name makes', async () => {
    const shout = { ...(evaluatorOf({}, 'latency') as ScoringEvaluator), name: 'shout', options: v.object({}), evaluate: () => ({ score: 1 }) };
    expect(await scoreOf({ evaluators: [shout], pointFunctions: [answers('shout', 0)] }, 'shout')).toBe(1);
  });

  test('a function that Assay does not support can be brought along', async () => {
    const options = { should: [{ $call: { url: 'x' } }] };
    expect(await problems(evaluatorOf({}, 'points'), options)).toMatchObject([{ message: expect.stringContaining('is not built') }]);
    expect(await scoreOf({ pointFunctions: [answers('call', 0.75)] }, 'points', options)).toBe(0.75);
  });
});

test('without more it is what is installed, and made anew it is the same', () => {
  expect(scoringDefinitions().evaluators.map(({ name }) => name)).toEqual(installed.evaluators.map(({ name }) => name));
});
