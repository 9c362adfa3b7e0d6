import { DEFAULT_VERDICT_THRESHOLDS, reaches } from '@assay/schema';
import { expect, test } from 'vitest';
import { formatCaseScore, formatScore } from './format-score.js';

test.each([
  [1, '1.00'],
  [0, '0.00'],
  [0.425, '0.42'],
  [2.5 / 3, '0.83'],
])('a score is shown with two decimals: %d is %s', (score, shown) => {
  expect(formatScore(score)).toBe(shown);
});

test('an unscored row is not shown as 0', () => {
  expect(formatScore(null)).toBe('–');
  expect(formatScore(Number.NaN)).toBe('–');
});

test.each([
  [0.9996, undefined, '0.9996'],
  [0.0004, undefined, '0.0004'],
  [0.7996, 0.8, '0.7996'],
  [0.8004, 0.8, '0.8004'],
  [0.799, 0.7, '0.80'],
  [1 - 1e-7, 1, '0.9999999'],
  [1 - 1e-8, undefined, '0.99999999'],
  [0.8 - 2e-9, 0.8, '0.799999998'],
  [1e-7, undefined, '0.0000001'],
])('rounding never shows a score on the other side of a bound: %d against %s is %s', (score, bound, shown) => {
  expect(formatScore(score, bound)).toBe(shown);
});

test('floating-point noise below a bound stays hidden, as the bound forgives it', () => {
  expect(formatScore(0.1 + 0.7, 0.8)).toBe('0.80');
  expect(formatScore(1 - 2 ** -53)).toBe('1.00');
  expect(formatScore(1 - 5e-10)).toBe('1.00');
});

test('what is shown reaches a bound where the score does', () => {
  for (const bound of [0.6, 0.8, 1]) {
    for (const by of [1e-3, 1e-5, 1e-7, 3e-9, 1.1e-9, 9e-10, 1e-12, 0]) expect(reaches(Number(formatScore(bound - by, bound)), bound), `${bound} − ${by}`).toBe(reaches(bound - by, bound));
  }
});

test.each([
  [0.7996, DEFAULT_VERDICT_THRESHOLDS, '0.7996'],
  [0.5999, DEFAULT_VERDICT_THRESHOLDS, '0.5999'],
  [0.8, DEFAULT_VERDICT_THRESHOLDS, '0.80'],
  [0.799, { pass: 0.9, borderline: 0.7 }, '0.80'],
  [0.8999, { pass: 0.9, borderline: 0.7 }, '0.8999'],
  [null, DEFAULT_VERDICT_THRESHOLDS, '–'],
])('the score of a case is not shown as one with another verdict: %d against %j is %s', (score, thresholds, shown) => {
  expect(formatCaseScore(score, thresholds)).toBe(shown);
});
