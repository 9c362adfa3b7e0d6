import { UnscoredError, type EvaluatorDefinition } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeResponse, problems } from '../../../test/evaluation-input.js';
import { findEvaluator } from '../../../test/installed.js';

function evaluator(type: string): EvaluatorDefinition {
  const found = findEvaluator(type);
  if (!found) throw new UnscoredError(`no evaluator ${type}`);
  return found;
}

describe('evaluators made from point functions', () => {
  const response = makeResponse({ text: 'Tokyo is the capital' });

  test.each([
    ['contains', { value: 'Tokyo' }, 1],
    ['contains', { arg: 'Tokyo' }, 1],
    ['contains', { value: 'tokyo' }, 0],
    ['not_contains', { value: 'tokyo' }, 1],
    ['icontains', { value: 'tokyo' }, 1],
    ['not_icontains', { value: 'tokyo' }, 0],
    ['matches', { value: '^Tokyo' }, 1],
    ['match', { value: '^Tokyo' }, 1],
    ['not_matches', { value: '(?i)^tokyo' }, 0],
  ])('%s %j scores %d', async (type, options, score) => {
    expect(await evaluateWith(evaluator(type), options, { response })).toMatchObject({ score });
  });

  test('hits and misses name the check with its argument', async () => {
    expect(await evaluateWith(evaluator('contains'), { value: 'Tokyo' }, { response })).toMatchObject({
      hits: ['contains "Tokyo"'],
      misses: [],
    });
    expect(await evaluateWith(evaluator('not_contains'), { value: 'Tokyo' }, { response })).toMatchObject({
      hits: [],
      misses: ['not_contains "Tokyo"'],
    });
  });

  test('a pattern that is not valid is unscored, negated or not', async () => {
    await expect(evaluateWith(evaluator('matches'), { value: '(' })).rejects.toThrow(UnscoredError);
    await expect(evaluateWith(evaluator('not_matches'), { value: '(' })).rejects.toThrow(UnscoredError);
  });

  test.each([
    ['matches', { value: '(' }, ['value']],
    ['not_matches', { arg: '(' }, ['arg']],
    ['imatches', { value: 'a**' }, ['value']],
    ['matches_all_of', { value: ['a', '('] }, ['value', 1]],
    ['imatches_all_of', { value: ['['] }, ['value', 0]],
    ['matches_at_least_n_of', { value: [1, ['a', '(']] }, ['value', 1, 1]],
    ['not_imatches_at_least_n_of', { value: [1, ['(']] }, ['value', 1, 0]],
  ])('%s %j: a pattern that is not valid is found before the first response', async (type, options, path) => {
    const [problem, ...more] = await problems(evaluator(type), options);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ path, message: expect.stringMatching(/is not a valid pattern: /u), hint: expect.any(String) });
    await expect(evaluateWith(evaluator(type), options)).rejects.toThrow(problem?.message);
  });

  test('patterns that are valid, and checks without patterns, have no problems', async () => {
    expect(await problems(evaluator('matches'), { value: '(?i)^a' })).toEqual([]);
    expect(await problems(evaluator('contains'), { value: '(' })).toEqual([]);
  });

  test('options are checked with messages that name them', () => {
    expect(findings(evaluator('contains'), {})).toEqual(['value is required']);
    expect(findings(evaluator('contains'), { value: 'a', arg: 'b' })).toEqual([
      'value and arg are the same option: give one of them',
    ]);
    expect(findings(evaluator('contains'), { value: 3 })).toEqual(['the text to look for must be text, got 3']);
  });
});

test.each([
  ['contains_all_of', undefined, 0.5],
  ['contains_all_of', 1, 0],
  ['contains_all_of', 0.5, 1],
  ['not_contains_all_of', undefined, 0.5],
  ['not_contains_all_of', 1, 1],
  ['not_contains_all_of', 0.5, 0],
])('%s with a threshold of %s is %d where half is there', async (type, threshold, score) => {
  const options = { value: ['answer', 'question'], ...(threshold === undefined ? {} : { threshold }) };
  expect(await evaluateWith(evaluator(type), options, { response: makeResponse({ text: 'The answer is 4.' }) })).toMatchObject({ score });
});
