import { DEFAULT_VERDICT_THRESHOLDS, type EvaluatorResult } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { scoreCase, unscoredCase } from './score-case.js';

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
      verdictBounds: { worst: 'pass', best: 'pass' },
    });
  });

  test('an unscored evaluator leaves the mean, shows in the bounds and leaves a case open that it could fail', () => {
    expect(caseOf(result(1), result(null))).toEqual({
      status: 'partial',
      score: 1,
      scoreBounds: { worst: 0.5, best: 1 },
      verdict: null,
      verdictBounds: { worst: 'fail', best: 'pass' },
    });
  });

  test('nothing scored is no score: null with the error, never a 0', () => {
    expect(caseOf(result(null, { name: 'judge' }), result(null))).toEqual({
      status: 'error',
      score: null,
      scoreBounds: { worst: 0, best: 1 },
      verdict: null,
      verdictBounds: { worst: 'fail', best: 'pass' },
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

  test('an unscored evaluator that could not fail the case leaves it no doubt', () => {
    expect(caseOf(result(1, { weight: 9 }), result(null))).toMatchObject({
      status: 'partial',
      scoreBounds: { worst: 0.9, best: 1 },
      verdict: 'pass',
      verdictBounds: { worst: 'pass', best: 'pass' },
    });
  });

  const nothing = result(null, { name: 'empty', error: { code: 'nothing_to_score', message: 'no points' } });

  test('nothing to score is told as that only where nothing was lost besides', () => {
    expect(caseOf(nothing).error?.code).toBe('nothing_to_score');
    expect(caseOf(nothing, result(null)).error?.code).toBe('timeout');
    const open = result(null, { name: 'gate', weight: 0, requirements: { open: 'written' } });
    expect(caseOf(nothing, open).error).toMatchObject({ code: 'timeout', message: 'gate: too slow' });
    const missed = result(0, { name: 'gate', weight: 0, requirements: { missed: 'written' } });
    expect(caseOf(nothing, missed)).toMatchObject({ verdictBounds: { best: 'fail' }, error: { code: 'unscored' } });
  });

  test('a missed required fails the case and keeps the score', () => {
    expect(caseOf(result(1), result(0.9, { requirements: { missed: 'written' } }))).toMatchObject({
      status: 'ok',
      score: 0.95,
      verdict: 'fail',
      verdictBounds: { worst: 'fail', best: 'fail' },
      requirements: { missed: 'written' },
    });
  });

  test('a required part that could not be checked leaves the case open, however good the score', () => {
    expect(caseOf(result(1), result(0.9, { requirements: { open: 'default' } }))).toMatchObject({
      score: 0.95,
      verdict: null,
      verdictBounds: { worst: 'fail', best: 'pass' },
      requirements: { open: 'default' },
    });
  });

  test('a required part that could not be checked does not save a case that fails anyway', () => {
    expect(caseOf(result(0), result(0.5, { requirements: { open: 'written' } }))).toMatchObject({ verdict: 'fail' });
  });

  test('a gate of weight 0 holds where the file says so, also when there is no score', () => {
    const missed = { weight: 0, requirements: { missed: 'written' } } as const;
    expect(caseOf(result(1), result(0, missed))).toMatchObject({ score: 1, verdict: 'fail' });
    expect(caseOf(result(null), result(0, missed))).toMatchObject({
      score: null,
      verdict: null,
      verdictBounds: { worst: 'fail', best: 'fail' },
    });
    expect(caseOf(result(1), result(0, { weight: 0, requirements: { missed: 'default' } }))).toMatchObject({ verdict: 'pass' });
  });

  test('what the only evaluator that counts says its score stands for, the case says', () => {
    const strict = result(0.9, { verdict: 'fail' });
    expect(caseOf(strict)).toMatchObject({ score: 0.9, verdict: 'fail', verdictBounds: { worst: 'fail', best: 'fail' } });
    expect(caseOf(result(1, { weight: 0, verdict: 'pass' }), strict)).toMatchObject({ score: 0.9, verdict: 'fail' });
    expect(caseOf(result(0.2, { verdict: 'pass' }))).toMatchObject({ score: 0.2, verdict: 'pass' });
  });

  test('of several that count, the mean decides', () => {
    expect(caseOf(result(0.9, { verdict: 'fail' }), result(1))).toMatchObject({ score: 0.95, verdict: 'pass' });
    expect(caseOf(result(0.2, { verdict: 'pass' }), result(0.2))).toMatchObject({ verdict: 'fail' });
  });

  test('verdicts come from the thresholds that are given', () => {
    const strict = { pass: 0.95, borderline: 0.9 };
    expect(scoreCase([result(0.92)], strict)).toMatchObject({ verdict: 'borderline' });
    expect(scoreCase([result(0.85)], strict)).toMatchObject({ verdict: 'fail' });
    expect(scoreCase([result(1, { weight: 9 }), result(null)], strict)).toMatchObject({
      verdict: 'pass',
      verdictBounds: { worst: 'borderline', best: 'pass' },
    });
  });

  test('what is known of an evaluator without a score stays in the bounds', () => {
    expect(caseOf(result(null, { bounds: { worst: 0.2, best: 0.5 } }))).toMatchObject({
      score: null,
      scoreBounds: { worst: 0.2, best: 0.5 },
      verdict: null,
      verdictBounds: { worst: 'fail', best: 'fail' },
    });
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

test('a case whose reply could not be had may be anything, and what must hold of it is open', () => {
  const error = { code: 'timeout', message: 'too slow' };
  const unknown = {
    status: 'error',
    score: null,
    scoreBounds: { worst: 0, best: 1 },
    verdict: null,
    verdictBounds: { worst: 'fail', best: 'pass' },
    error,
  };
  expect(unscoredCase(error)).toEqual(unknown);
  expect(unscoredCase(error, { open: 'written' })).toEqual({ ...unknown, requirements: { open: 'written' } });
});
