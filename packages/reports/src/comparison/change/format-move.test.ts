import { expect, test } from 'vitest';
import { formatMove } from './format-move.js';

test.each([
  [2.5 / 3, 2 / 3, '0.83 → 0.67'],
  [0.8, 0.8, '0.80 → 0.80'],
  [0.1 + 0.7, 0.8, '0.80 → 0.80'],
  [0.8004, 0.7996, '0.8004 → 0.7996'],
  [0.8006, 0.7996, '0.801 → 0.800'],
  [1, 0.9996, '1.00 → 0.9996'],
  [0.5, 0.5 + 1e-8, '0.50000000 → 0.50000001'],
  [null, 0.5, '– → 0.50'],
  [null, null, '– → –'],
])('from %d to %d is %s', (before, after, shown) => {
  expect(formatMove(before, after)).toBe(shown);
});

test('what stands for no score can be said', () => {
  expect(formatMove(0.5, null, 'no score')).toBe('0.50 → no score');
});
