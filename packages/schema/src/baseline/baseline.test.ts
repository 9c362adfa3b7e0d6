import { expect, test } from 'vitest';
import { baselineCaseKey, baselineScore } from './baseline.js';

test('the key of a case is its id, with the variant in brackets', () => {
  expect(baselineCaseKey('greeting', '')).toBe('greeting');
  expect(baselineCaseKey('greeting', 'temp:0.5')).toBe('greeting [temp:0.5]');
});

test('a mean is the same number whatever order its parts were added in', () => {
  expect(baselineScore((0.1 + 0.2 + 0.3) / 3)).toBe(baselineScore((0.3 + 0.2 + 0.1) / 3));
  expect(baselineScore(5 / 6)).toBe(0.833333);
  expect([baselineScore(0), baselineScore(1), baselineScore(1 - 1e-12)]).toEqual([0, 1, 1]);
});
