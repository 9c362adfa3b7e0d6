import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphemes } from './graphemes.js';

const whole = (text: string): string[] => Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);

/** What joins with its neighbours, or does not. */
const parts = ['a', '\r', '\n', 'e\u0301', '\u0301', '\u200d', '\u{1f1e9}', '\u{1f468}', '\u{1f3fb}', '\ud83d', '\udc68', 'ก', '\u0e33', '한', '\u1100', '\u1161', '\u0600', '\u0915', '\u094d', ' '];

test('a text is split in windows as it is at once', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...parts), fc.integer({ min: 1, max: 300 })), { maxLength: 12 }), (runs) => {
      const text = runs.map(([part, times]) => part.repeat(times)).join('');
      expect([...graphemes(text)]).toEqual(whole(text));
    }),
    { numRuns: 300 },
  );
});

test('one character may be longer than a window', () => {
  expect([...graphemes(`x${'e'}${'\u0301'.repeat(1000)}y`)]).toEqual(['x', `e${'\u0301'.repeat(1000)}`, 'y']);
});
