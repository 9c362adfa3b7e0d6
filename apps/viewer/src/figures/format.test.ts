import { expect, test } from 'vitest';
import { formatScore } from './format.js';

test.each([
  [0.825, '0.82'],
  [0.7996, '0.7996'],
  [0.799_96, '0.79996'],
  [1 - 1e-8, '0.99999999'],
  [1e-7, '0.0000001'],
  [0.1 + 0.7, '0.80'],
  [1 - 2 ** -53, '1.00'],
  [null, '–'],
])('a score is not shown as a limit that it is not, but for noise: %d is %s', (score, text) => {
  expect(formatScore(score)).toBe(text);
});
