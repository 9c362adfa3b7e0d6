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
  expect(parseFlow(text)?.value).toEqual(value);
});

test.each(['"unclosed', '[1, 2', String.raw`"\["`, '"a" b', '*nobody', '[&a [*a]]'])('%s is no value', (text) => {
  expect(parseFlow(text)).toBeUndefined();
});

test.each(['['.repeat(50_000), '- '.repeat(100_000), '? '.repeat(50_000)])('what is nested without end is refused without a crash', (text) => {
  expect(parseFlow(text)).toBeUndefined();
});

test('plain values are known as they are written', () => {
  const read = parseFlow('[007, 1.0, True, ~, "1.0", x, { a: 0x1F }]');
  expect(read?.value).toEqual([7, 1, true, null, '1.0', 'x', { a: 31 }]);
  expect([0, 1, 2, 3, 4, 5].map((index) => read?.writtenAt([index]))).toEqual(['007', '1.0', 'True', '~', undefined, 'x']);
  expect(read?.writtenAt([6, 'a'])).toBe('0x1F');
  expect(read?.writtenAt([6])).toBeUndefined();
});
