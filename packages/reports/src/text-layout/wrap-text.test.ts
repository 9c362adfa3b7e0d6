import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWidth } from './text-width.js';
import { wrapText } from './wrap-text.js';

test('lines are broken between words', () => {
  expect(wrapText('the reply names no deadline', 12)).toEqual(['the reply', 'names no', 'deadline']);
});

test('following lines can hang', () => {
  expect(wrapText('the reply names no deadline', 14, 2)).toEqual(['the reply', '  names no', '  deadline']);
});

test('a word that is longer than a line is cut, a path at a slash if possible', () => {
  expect(wrapText('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  expect(wrapText('evals/support/refunds.yaml:12:5', 20)).toEqual(['evals/support/', 'refunds.yaml:12:5']);
});

test('no line is wider than it may be, and no character is lost', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b ', '日', '👩‍👩‍👧', ' ', '/'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 20 }), fc.integer({ min: 0, max: 4 }), (value, width, hanging) => {
      const lines = wrapText(value, width, hanging);
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
    }),
  );
});

test('a text without an end on a line without an end is measured once', () => {
  const text = 'word '.repeat(200_000).trimEnd();
  const began = performance.now();
  expect(wrapText(text, Number.POSITIVE_INFINITY)).toEqual([text]);
  // Measured again for every word it takes minutes.
  expect(performance.now() - began).toBeLessThan(10_000);
});
