import { expect, test } from 'vitest';
import { takeWidth, textWidth } from './text-width.js';

test.each([
  ['abc', 3],
  ['日本語', 6],
  ['👩‍👩‍👧', 2],
  ['e\u0301', 1],
  ['', 0],
])('%j is %d columns wide', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('no character is cut in half', () => {
  expect(takeWidth('日本語', 5)).toBe('日本');
  expect(takeWidth('a👩‍👩‍👧b', 2)).toBe('a');
  expect(takeWidth('abc', -1)).toBe('');
});
