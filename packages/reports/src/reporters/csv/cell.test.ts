import { visibleText } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../test/read-csv.js';
import { csvCell, MOST_CHARACTERS } from './cell.js';

const read = (text: string, most?: number): string => readCsv(`${csvCell(text, most)}\r\n`)[0]?.[0] ?? '';

describe('what a spreadsheet would take for a formula', () => {
  test.each([
    '=1+1', '+1+1', '-1+1', '@SUM(A1)', '=', '-', '+', '@x', '- a list', '+49 30 1234', '-2+3+cmd|\' /C calc\'!D2',
    '\tx', '\nx', '\r\nx', ' =1', '\u00A0=1', '"=1', '\'=1', '` " =1', '“=1', '\u200B=1', '\u2060\u00AD=1', '\u3000=1',
    '＝1+1', '＋1', '－1', '＠SUM(1)', ' ＝1', '﹢1', '﹣1', '﹦1', '﹫1', '−1+2', '-1-', '--1', '-1e', '---\nx',
  ])('%j begins with an apostrophe', (text) => {
    expect(read(text)).toBe(`'${visibleText(text)}`);
  });

  test.each(['-5', '-0.25', '-1e-7', '12', '0', 'a=1', '(=1)', '1+1', '#N/A', '', ' ', 'x\ty'])('%j stays as it is', (text) => {
    expect(read(text)).toBe(text);
  });

  test.each([
    ['a\n=1', "a\n'=1"],
    ['\t=1', "'\t'=1"],
    ['\r\n=1', "'\r\n'=1"],
    ['a;=1', "a;'=1"],
    ['a,"=1', "a,'\"=1"],
    ['a\t =1', "a\t' =1"],
    ['a\r\n＝1', "a\r\n'＝1"],
    ["a;-2+cmd|' /C calc'!A0", "a;'-2+cmd|' /C calc'!A0"],
    ['a,@SUM(1)', "a,'@SUM(1)"],
    ['a;+Sheet2!A1', "a;'+Sheet2!A1"],
    ['a,=1,=2', "a,'=1,'=2"],
  ])('%j begins no formula in the middle, where somebody reads it with another separator', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each(['1. one\n- two (see below)\n+ three!\n* four', 'cc @bob, @alice', '[1,-2]', '{"a":1,"b":-2}', 'a, -b', 'a\n---\nx', 'temperatures: 3;-4'])(
    '%j: lists, names and numbers are left alone in the middle',
    (text) => {
      expect(read(text)).toBe(text);
    },
  );
});

test('nothing that a text can hold makes a formula, breaks the table or hides', () => {
  const signs = fc.constantFrom('=', '+', '-', '@', '＝', '－', '"', "'", ' ', '\t', '\r', '\n', '\u200B', '\u202E', '\u001B', '\uFEFF', ',', ';', '1', 'a');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }).map((parts) => parts.join('')), (text) => {
      const cell = read(text);
      expect(cell).not.toMatch(/^(?!-?\d+$)[\s\u200B"]*[=+\-@＝－]/u);
      expect(cell).not.toMatch(/[\n,;\t][ \u200B"]*[=＝]/u);
      expect(cell).not.toMatch(/(?![\t\r\n])\p{Cc}|[\u202E\uFEFF]|\r(?!\n)/u);
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 2000 : 400, seed: 7 },
  );
});

test('control characters and marks of direction stand as codes', () => {
  expect(read('a\u001B]0;x\u0007\u202Eb\u0000\rc')).toBe('a\\u001b]0;x\\u0007\\u202eb\\u0000\\u000dc');
});

test('numbers stay numbers, exactly and without quotation marks; what is missing is empty', () => {
  expect([0.1 + 0.2, -3, 1e-7, 1, 0, true, null, undefined, ''].map((value) => csvCell(value))).toEqual([
    '0.30000000000000004', '-3', '1e-7', '1', '0', 'true', '', '', '""',
  ]);
});

test('quotation marks are doubled', () => {
  expect(csvCell('say "hi", twice')).toBe('"say ""hi"", twice"');
});

test('long texts are cut, say so, and split no character', () => {
  const cell = read('x'.repeat(40_000));
  expect(cell.length).toBeGreaterThan(MOST_CHARACTERS - 10);
  expect(cell.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  expect(cell).toMatch(/x … \(\d+ more characters\)$/u);
  expect(read('👍'.repeat(100), 101)).toMatch(/^(?:👍)+ … \(\d+ more characters\)$/u);
  expect(read(`=${'x'.repeat(200)}`, 100).slice(0, 2)).toBe("'=");
});

test('hostile texts take time in proportion to their length', () => {
  for (const part of ['\n ', ',-', ',=', ';"', '\n-a', ' ', '"', '-']) {
    const began = performance.now();
    csvCell(`x${part.repeat(500_000)}`, 2_000_000);
    // Far below what anything quadratic would take.
    expect(performance.now() - began).toBeLessThan(10_000);
  }
});
