import { expect, test } from 'vitest';
import { parseFlow } from './parse-flow.js';

test.each([
  ['"a: b"', 'a: b'],
  ["'it''s'", "it's"],
  ['[1, "x", y]', [1, 'x', 'y']],
  ['{ name: t, where: { a: 1 } }', { name: 't', where: { a: 1 } }],
  ['5', 5],
  ['false', false],
  ['null', null],
  ['plain words', 'plain words'],
])('%s', (text, value) => {
  expect(parseFlow(text)).toEqual({ value });
});

test.each(['"unclosed', '[1, 2', String.raw`"\["`, '"a" b', '*nobody', '[&a [*a]]'])('%s is no value', (text) => {
  expect(parseFlow(text)).toBeUndefined();
});

test('brackets without end are refused without a crash', () => {
  expect(parseFlow('['.repeat(50_000))).toBeUndefined();
});
