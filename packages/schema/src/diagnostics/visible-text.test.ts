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
  // Tags and variants, of which whole sentences can be made that nobody sees, and letters that look like nothing.
  ['pay\u{E0068}\u{E0069} pay\uFE0F pay\u{E0100} 😀\uFE0F\uFE01', 'pay\\udb40\\udc68\\udb40\\udc69 pay\\ufe0f pay\\udb40\\udd00 😀\uFE0F\\ufe01'],
  ['pay\u034F pay\u115F pay\u3164 pay\uFFA0 ក\u17B4 payé\u200Dpay e\u0301\u200Dx', 'pay\\u034f pay\\u115f pay\\u3164 pay\\uffa0 ក\\u17b4 payé\\u200dpay e\u0301\\u200dx'],
  ['🏴\u{E0067} 🏴\u{E0069}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}\u{E0061}\u{E007F}', '🏴\\udb40\\udc67 🏴\\udb40\\udc69\\udb40\\udc67\\udb40\\udc6e\\udb40\\udc6f\\udb40\\udc72\\udb40\\udc65\\udb40\\udc61\\udb40\\udc7f'],
  ['Zürich 東京 👩‍💻 שלום', 'Zürich 東京 👩‍💻 שלום'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  ['a flag of a part of a country', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['emoji in colours, keys, families', '❤\uFE0F ☎\uFE0E 1\uFE0F\u20E3 #\uFE0F\u20E3 🏳\uFE0F\u200D🌈 👩\u200D👩\u200D👧 🏃\u200D➡\uFE0F'],
  ['Khmer, Thai and Burmese, which have no spaces', 'ភាសា\u200Bខ្មែរ ภาษา\u200Bไทย မြန်\u200Bမာ'],
  ['letters at the end of a word in Malayalam', 'അവന്\u200D പറഞ്ഞു. അവന്\u200D'],
  ['Persian endings after another script, a number and a quotation, and an abbreviation', 'PDF\u200Cها ۲۰۲۴\u200Cم «کتاب»\u200Cها ۱۴۰۰ ه\u200D.ش'],
  ['variants of ideographs', '葛\u{E0100} 葛\uFE00'],
  ['Mongolian', 'ᠬᠠᠰᠢᠶ\u180Eᠠ ᠠ\u180B'],
  ['old Korean', '\u115F\u1161 \u1112\u1160\u11AB'],
])('%s stays as it is', (_, text) => {
  expect(visibleText(text)).toBe(text);
});

test('JSON stays the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      const withMarks = { value, marks: '\u202E\u009B\u2028\uFEFF\r\u200B\u00ADx\u200D\u2060\u{E0061}\u3164' };
      expect(JSON.parse(visibleText(JSON.stringify(withMarks, null, space)))).toEqual(JSON.parse(JSON.stringify(withMarks)));
    }),
  );
});
