import { expect, test } from 'vitest';
import { parseYaml } from '../yaml/parse-yaml.js';
import { keptDigits } from './kept-digits.js';

test.each([
  ['9007199254740993', '9007199254740993'],
  ['[1, -9007199254740993, {a: 12345678901234567890, b: 2.50}]', [1, '-9007199254740993', { a: '12345678901234567890', b: 2.5 }]],
  ['+9007199254740993', '9007199254740993'],
  // Numbers that have all their digits.
  ['[-9007199254740992, 9007199254740991, 1e308, 1.5]', [-(2 ** 53), 2 ** 53 - 1, 1e308, 1.5]],
  ['"9007199254740993"', '9007199254740993'],
])('%s', (text, expected) => {
  const [document] = parseYaml(text, 'a.yaml').documents;
  expect(keptDigits(document?.value, [], (path) => document?.written(path))).toEqual(expected);
});

test('what has no such number stays the same object', () => {
  const value = { a: [1, { b: 'x' }], c: null };
  expect(keptDigits(value, [], () => '7')).toBe(value);
});

test('a number stays where nobody knows what was written', () => {
  expect(keptDigits([2 ** 60], [], undefined)).toEqual([2 ** 60]);
  expect(keptDigits([2 ** 60], [], () => undefined)).toEqual([2 ** 60]);
});
