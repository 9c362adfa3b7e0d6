import { expect, test } from 'vitest';
import { formatDifference } from './format-difference.js';

test.each([
  [0.05, '+0.05'],
  [-0.5, '−0.50'],
  [1, '+1.00'],
  [0.126, '+0.13'],
])('a difference has its sign and two decimals: %d is %s', (difference, shown) => {
  expect(formatDifference(difference)).toBe(shown);
});

test.each([
  [0.0004, '+0.0004'],
  [-0.000_02, '−0.00002'],
  [-0.000_000_5, '−0.0000005'],
  [0.7000001 - 0.7, '+0.0000001'],
  [-2e-9, '−0.000000002'],
])('a small difference is not shown as none: %d is %s', (difference, shown) => {
  expect(formatDifference(difference)).toBe(shown);
});

test.each([0, -0, 0.3 - (0.1 + 0.2), 1e-9])('no difference has no sign: %d', (difference) => {
  expect(formatDifference(difference)).toBe('0.00');
});

test('what is not known is no number', () => {
  expect(formatDifference(null)).toBe('–');
  expect(formatDifference(Number.NaN)).toBe('–');
});
