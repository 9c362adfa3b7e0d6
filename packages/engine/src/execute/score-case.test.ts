import { DEFAULT_VERDICT_THRESHOLDS, type EvaluatorResult } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { scoreCase } from './score-case.js';

function result(score: number | null, extra: Partial<EvaluatorResult> = {}): EvaluatorResult {
  const error = score === null ? { error: { code: 'timeout', message: 'too slow' } } : {};
  return { name: 'e', type: 'e', weight: 1, score, ...error, ...extra };
}

const caseOf = (...results: EvaluatorResult[]) => scoreCase(results, DEFAULT_VERDICT_THRESHOLDS);

describe('scoreCase', () => {
  test('the score is the weighted mean with its verdict', () => {
    expect(caseOf(result(1, { weight: 3 }), result(0.5))).toEqual({
      status: 'ok',
      score: 0.875,
      scoreBounds: { worst: 0.875, best: 0.875 },
      verdict: 'pass',
    });
  });

  test('an unscored evaluator leaves the mean, shows in the bounds and makes the row partial', () => {
    expect(caseOf(result(1), result(null))).toEqual({
      status: 'partial',
      score: 1,
      scoreBounds: { worst: 0.5, best: 1 },
      verdict: 'pass',
    });
  });

  test('nothing scored is no score: null with the error, never a 0', () => {
    expect(caseOf(result(null, { name: 'judge' }), result(null))).toEqual({
      status: 'error',
      score: null,
      scoreBounds: { worst: 0, best: 1 },
      verdict: null,
      error: { code: 'timeout', message: 'judge (and 1 more): too slow' },
    });
  });

  test('all weights 0 is no score, with the error no_weight', () => {
    expect(caseOf(result(1, { weight: 0 }), result(null, { weight: 0 }))).toMatchObject({
      status: 'error',
      score: null,
      verdict: null,
      error: { code: 'no_weight' },
    });
  });

  test('a missed required fails the case and keeps the score', () => {
    expect(caseOf(result(1), result(0.9, { requiredMissed: true }))).toMatchObject({ status: 'ok', score: 0.95, verdict: 'fail' });
  });

  test.each<[string, Partial<EvaluatorResult>]>([
    ['a lost judge', { degraded: true }],
    ['bounds that differ', { bounds: { worst: 0.5, best: 1 } }],
    ['an unscored point', { points: [{ text: 'p', weight: 1, score: null }] }],
    ['an unscored member', { evaluators: [result(1), result(null)] }],
    ['a lost judge of a member of a member', { evaluators: [result(1, { evaluators: [result(1, { degraded: true })] })] }],
    ['an unscored evaluator of weight 0', {}],
  ])('%s makes the row partial', (name, extra) => {
    const extraResults = name.endsWith('weight 0') ? [result(null, { weight: 0 })] : [];
    expect(caseOf(result(1, extra), ...extraResults).status).toBe('partial');
  });
});
