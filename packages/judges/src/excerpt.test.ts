import { expect, test } from 'vitest';
import { excerpt } from './excerpt.js';

test.each([
  ['short', 10, 'short'],
  ['  two\n\nlines ', 20, 'two lines'],
  ['exactly ten', 11, 'exactly ten'],
  ['one too many', 11, 'one too man…'],
  ['\u001B[2Jcleared\u0007', 20, '[2Jcleared'],
  ['👍👍👍', 2, '👍👍…'],
  ['', 5, ''],
])('%j within %d characters is %j', (text, length, shown) => {
  expect(excerpt(text, length)).toBe(shown);
});

test('a long text is cut', () => {
  expect(excerpt('x'.repeat(10_000), 5)).toBe('xxxxx…');
});
