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
