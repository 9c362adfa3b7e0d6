import { visibleText } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from './printable.js';

describe('on a terminal', () => {
  test.each([
    ['\u001B[31mred\u001B[39m', '\u001B[31mred\u001B[39m'],
    ['\r\u001B[2A\u001B[Jagain', '\r\u001B[2A\u001B[Jagain'],
    ['\u001B]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['\u001B[8mhidden\u001B[0;8m', '\\u001b[8mhidden\\u001b[0;8m'],
    ['\u001B[2J\u001B[3J\u001B[5;5H', '\\u001b[2J\\u001b[3J\\u001b[5;5H'],
    ['\u001B]8;;http://x\u001B\\\\link', '\\u001b]8;;http://x\\u001b\\\\link'],
    ['\u001B[5n\u001B[6n', '\\u001b[5n\\u001b[6n'],
    ['\u001BPq#0\u001B\\', '\\u001bPq#0\\u001b\\'],
    ['\u009B31m\u202E', '\\u009b31m\\u202e'],
  ])('%j', (text, printed) => {
    expect(printable(text, true)).toBe(printed);
  });
});

test('elsewhere nothing but text is left', () => {
  expect(printable('\u001B[31mred\u001B[39m\n', false)).toBe('\\u001b[31mred\\u001b[39m\n');
});

/** Characters that are hidden in some places, and some that they stand beside. */
const MARKS = Array.from('\u00AD\u034F\u115F\u1160\u1161\u11A8\u180B\u180E\u200B\u200C\u200D\u2060\u3164\uFE0F\u20E3\u{E0100}\u{E0067}\u{E007F}\u{1F3F4}👩🏽❤1aéमक्ഩ്هاᠠខ東.».\u0301');

test('elsewhere the same is hidden as in messages', () => {
  const anything = fc.integer({ min: 0, max: 0x2100 }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(anything, fc.constantFrom(...MARKS)) }), (text) => {
      expect(printable(text, false)).toBe(visibleText(text));
    }),
  );
});
