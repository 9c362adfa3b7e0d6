import { expect, test } from 'vitest';
import { boundedLine } from './bounded-line.js';

test('white space is folded into one line', () => {
  expect(boundedLine('  a\n\tb  c ', 10)).toBe('a b c');
});

test('what is cut off shows, and no character is cut in half', () => {
  expect(boundedLine('😀😀😀😀', 3)).toBe('😀😀…');
  expect(boundedLine('😀😀😀', 3)).toBe('😀😀😀');
});

test('a huge text is not read to its end', () => {
  expect(boundedLine(`start${' '.repeat(5_000_000)}end`, 20)).toBe('start…');
});

test.each([
  ['abcdef', 5, 'abcd…'],
  ['abcde', 5, 'abcde'],
  ['ab        cd', 5, 'ab cd'],
  [`ab${' '.repeat(9)}cdef`, 5, 'ab c…'],
  ['a😀b😀c😀', 6, 'a😀b😀c😀'],
  ['a😀b😀c😀d', 6, 'a😀b😀c…'],
  ['', 5, ''],
])('of %j stay at most %d characters: %j', (text, max, expected) => {
  expect(boundedLine(text, max)).toBe(expected);
});
