import { defineEvaluator, findDefinition, type EvaluationScore } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluateWith } from '../../test/evaluation-input.js';
import { installed } from '../../test/installed.js';
import { canBeNegated, negatedEvaluator } from './negated-evaluator.js';

const gives = (score: EvaluationScore) =>
  defineEvaluator({ name: 'same', aliases: ['one'], description: 'Always the same.', options: v.object({}), examples: [{ title: 'a', value: { type: 'same' } }], evaluate: () => score });

const turned = (score: EvaluationScore): Promise<EvaluationScore> => evaluateWith(negatedEvaluator(gives(score)), {});

describe('the opposite', () => {
  test('has 1 minus the score, the other verdict, and the bounds the other way round', async () => {
    expect(await turned({ score: 0.25, verdict: 'fail', bounds: { worst: 0.125, best: 0.5 }, hits: ['a'], misses: ['b'], reasoning: 'r' })).toEqual({
      score: 0.75, verdict: 'pass', bounds: { worst: 0.5, best: 0.875 }, hits: ['b'], misses: ['a'], reasoning: 'r',
    });
  });

  test('of what is unscored is unscored', async () => {
    const error = { code: 'unscored', message: 'no' };
    expect(await turned({ score: null, error })).toMatchObject({ score: null, error });
  });

  test('is called so, by every name, and its examples are its own', () => {
    expect(negatedEvaluator(gives({ score: 1 }))).toMatchObject({ name: 'not_same', aliases: ['not_one'], examples: [{ value: { type: 'not_same' } }] });
  });
});

test('there is one of what has no parts that must hold, and compares nothing', () => {
  const has = (name: string): boolean => findDefinition(installed.evaluators, `not_${name}`) !== undefined;
  expect(['similar', 'latency', 'code_judge', 'llm_judge', 'exact_match', 'json_schema'].filter((name) => !has(name))).toEqual([]);
  expect(['composite', 'select_best', 'rubric', 'points'].filter(has)).toEqual([]);
  expect(installed.evaluators.filter(({ name }) => name.startsWith('not_not_'))).toEqual([]);
  expect(canBeNegated(gives({ score: 1 }))).toBe(true);
});
