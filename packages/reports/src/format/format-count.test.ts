import { expect, test } from 'vitest';
import { formatCount } from './format-count.js';

test('thousands are separated', () => {
  expect(formatCount(10_000)).toBe('10,000');
});

test('a noun stands in the right number', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'case'))).toEqual(['0 cases', '1 case', '2 cases']);
  expect(formatCount(3, 'reply', 'replies')).toBe('3 replies');
});
