import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from './visible-text.js';

test.each([
  ['\u001B[2J\u001B]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
  ['a\u009B31mb\u007F', 'a\\u009b31mb\\u007f'],
  ['user\u202Etxt.exe\u2066', 'user\\u202etxt.exe\\u2066'],
  ['gone\rnew', 'gone\\u000dnew'],
  ['lines\r\nand\ttabs\nstay', 'lines\r\nand\ttabs\nstay'],
  ['pay\u200B \u2060pay\uFEFF p\u00ADay', 'pay\\u200b \\u2060pay\\ufeff p\\u00aday'],
  ['pay\u200D \u200Cpay p\u200Day 東\u200D', 'pay\\u200d \\u200cpay p\\u200day 東\\u200d'],
  ['می\u200Cخواهم क्\u200Dष 👨🏽\u200D👩🏽\u200D👧 ❤️\u200D🔥', 'می\u200Cخواهم क्\u200Dष 👨🏽\u200D👩🏽\u200D👧 ❤️\u200D🔥'],
  ['Zürich 東京 👩‍💻 שלום', 'Zürich 東京 👩‍💻 שלום'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('JSON stays the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      const withMarks = { value, marks: '\u202E\u009B\u2028\uFEFF\r\u200B\u00ADx\u200D\u2060' };
      expect(JSON.parse(visibleText(JSON.stringify(withMarks, null, space)))).toEqual(JSON.parse(JSON.stringify(withMarks)));
    }),
  );
});
