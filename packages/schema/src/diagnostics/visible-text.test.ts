import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from './visible-text.js';

test.each([
  ['\u001B[2J\u001B]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
  ['a\u009B31mb\u007F', 'a\\u009b31mb\\u007f'],
  ['user\u202Etxt.exe\u2066', 'user\\u202etxt.exe\\u2066'],
  ['gone\rnew', 'gone\\u000dnew'],
  ['lines\r\nand\ttabs\nstay', 'lines\r\nand\ttabs\nstay'],
  ['Zürich 東京 👩‍💻 שלום', 'Zürich 東京 👩‍💻 שלום'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('JSON stays the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      const withMarks = { value, marks: '\u202E\u009B\u2028\uFEFF\r' };
      expect(JSON.parse(visibleText(JSON.stringify(withMarks, null, space)))).toEqual(JSON.parse(JSON.stringify(withMarks)));
    }),
  );
});
