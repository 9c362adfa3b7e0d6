import type { EvaluationScore } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { checkScore } from './check-score.js';

describe('checkScore', () => {
  test.each([1.5, -0.1, NaN, Infinity, '1', undefined, true])('the score %s is unscored with an error, never a number', (score) => {
    const checked = checkScore({ score } as unknown as EvaluationScore, 'mine');
    expect(checked).toMatchObject({ score: null, error: { code: 'invalid_score' } });
    expect(checked.error?.message).toBe(`evaluator "mine" gave the score ${score === '1' ? '"1"' : String(score)}: a score is a number from 0 to 1, or null with an error`);
  });

  test.each([null, undefined, 1, 'ok'])('%s instead of an answer is unscored', (answer) => {
    expect(checkScore(answer as unknown as EvaluationScore, 'mine')).toMatchObject({ score: null, error: { code: 'invalid_score' } });
  });

  test.each([
    [1, 'the number 1'],
    [true, 'true'],
    [undefined, 'nothing'],
    [[1], 'a list'],
  ])('%j in place of an answer is told as that: no number is wrong, and an answer is missing', (answer, said) => {
    const { error } = checkScore(answer as unknown as EvaluationScore, 'mine');
    expect(error).toEqual({ code: 'invalid_score', message: `evaluator "mine" gave ${said} in place of an answer: an answer is an object with a score, as { score: 1 }`, hint: 'return { score }' });
  });

  test.each([
    [1n, '1n'],
    [Object(1), 'of an object'],
    [[1], 'of a list'],
  ])('the score %o is told from the number', (score, said) => {
    expect(checkScore({ score } as unknown as EvaluationScore, 'mine').error?.message).toContain(`gave the score ${said}:`);
  });

  test('rounding noise at the ends of the range is forgiven', () => {
    expect(checkScore({ score: 1.0000000000000002 }, 'mine')).toEqual({ score: 1 });
    expect(checkScore({ score: -1e-17 }, 'mine')).toEqual({ score: 0 });
  });

  test('null without a reason gets one', () => {
    expect(checkScore({ score: null }, 'mine').error).toEqual({ code: 'unscored', message: 'evaluator "mine" gave no score and no reason' });
  });

  test('points and votes with impossible scores become null with the reason; bounds that cannot be are as wide as they can', () => {
    const checked = checkScore(
      {
        score: 0.5,
        bounds: { worst: NaN, best: 1 },
        points: [{ text: 'polite', weight: 1, score: 7, judges: [{ id: 'gpt', model: 'm', score: 2 }] }],
        judges: [{ id: 'claude', model: 'm', score: NaN }],
        judgeCostUsd: NaN,
      },
      'mine',
    );
    expect(checked).toMatchObject({
      score: 0.5,
      points: [{ score: null, error: { code: 'invalid_score' }, judges: [{ score: null }] }],
      judges: [{ score: null, error: { code: 'invalid_score' } }],
    });
    expect(checked.bounds).toEqual({ worst: 0, best: 1 });
    expect(checked.warnings?.[0]).toBe('bounds of worst: the number NaN, best: the number 1 cannot be, and count as 0 to 1: bounds are an object with worst and best, from 0 to 1, and the score 0.5 between them');
    expect(checked.judgeCostUsd).toBeUndefined();
  });

  test.each([{ score: 7 }, { score: 1, error: { code: 'down', message: 'the service is down' } }])('the bounds of what is no score go with it: %j', (answer) => {
    expect(checkScore({ ...answer, bounds: { worst: 1, best: 1 } }, 'mine')).not.toHaveProperty('bounds');
  });

  test('what noise a mean and its bounds have is not told', () => {
    expect(checkScore({ score: 0.3, bounds: { worst: 0.3 + 1e-16, best: 1 + 1e-16 } }, 'mine')).not.toHaveProperty('warnings');
  });

  test('a good answer stays as it is', () => {
    const good: EvaluationScore = { score: 0.25, bounds: { worst: 0, best: 1 }, hits: ['a'], points: [{ text: 'p', weight: 1, score: 1 }] };
    expect(checkScore(good, 'mine')).toEqual(good);
  });
});
