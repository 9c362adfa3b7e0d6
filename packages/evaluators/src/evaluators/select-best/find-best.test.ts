import { expect, test } from 'vitest';
import { findBest } from './find-best.js';

test.each([
  ['one that wins all', [[1, 1], [0, 0.5], [0, 0.5]], [0]],
  ['a tie of two', [[0.5], [0.5]], [0, 1]],
  ['a circle', [[1, 0], [0, 1], [1, 0]], [0, 1, 2]],
  ['sums that differ by rounding alone', [[0.1 + 0.2, 0.3], [0.3, 0.3]], [0, 1]],
  ['an unknown pair that cannot matter', [[1, 1], [0, null], [0, null]], [0]],
  ['an unknown pair among those that lost', [[1, 1, 1], [0, null, 0], [0, null, 0.5], [0, 1, 0.5]], [0]],
  ['an unknown pair that decides', [[null, 1], [null, 1], [0, 0]], null],
])('%s', (_, preferences, best) => {
  expect(findBest(preferences)).toEqual(best);
});
