import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { findJson, isWholeJson, wholeJson } from './find-json.js';

describe('findJson', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['  42 ', 42],
    ['Here:\n```json\n{"a":1}\n```\nDone', { a: 1 }],
    ['```\nnot json\n```\n```json\n[{"a":1}]\n```', [{ a: 1 }]],
    ['The result is {"a":{"b":"}"}} as asked.', { a: { b: '}' } }],
    ['Use {x} or {"a":"\\"}"}', { a: '"}' }],
    ['As noted [1], it is {"a":1}', { a: 1 }],
    ['The list is ["a"] here', ['a']],
    ['The numbers are [1, 2]', [1, 2]],
    ['unclosed { then {"a":1}', { a: 1 }],
  ])('%j holds %j', (text, value) => {
    expect(findJson(text)).toEqual({ value });
  });

  test.each([
    ['braces', '{\n'],
    ['keys', '{"a":\n'],
    ['braces in texts', '"{\n'],
    ['lists', '[[\n'],
  ])('the value after 20,000 lines of open %s', (_, line) => {
    expect(findJson(`${line.repeat(20_000)}{"b":1}`)).toEqual({ value: { b: 1 } });
  });

  test.each(['', 'no json', '{not json}', '{"a":1', ']]}}', '{'.repeat(5000)])('%.20j holds none', (text) => {
    expect(findJson(text)).toBeUndefined();
  });
});

describe('wholeJson', () => {
  test('takes the whole text, or the one fenced block that it is', () => {
    expect(wholeJson(' {"a":1}\n')).toEqual({ value: { a: 1 } });
    expect(wholeJson('```json\n{"a":1}\n```\n')).toEqual({ value: { a: 1 } });
  });

  test('takes nothing out of other text', () => {
    expect(wholeJson('It is {"a":1}')).toBeUndefined();
    expect(wholeJson('It is\n```json\n{"a":1}\n```')).toBeUndefined();
  });
});

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test.each(['{"a": 1e999}', '```json\n{"a": 1e999}\n```'])('a number that is too large leaves %j unscored: stored it would be another', (text) => {
  for (const read of [findJson, wholeJson]) {
    expect(() => read(text)).toThrow(UnscoredError);
    expect(() => read(text)).toThrow('the JSON in the response cannot be read: it has a number at a that is too large');
  }
  expect(isWholeJson(text)).toBe(true);
});

describe('JSON that is nested too deep', () => {
  test.each([findJson, wholeJson])('is unscored, not searched for its inside: %o', (read) => {
    expect(read(nested(500))).toBeDefined();
    for (const text of [nested(501), nested(200_000), '{"a":'.repeat(60_000) + '1' + '}'.repeat(60_000)]) {
      expect(() => read(text)).toThrow(UnscoredError);
      expect(() => read(text)).toThrow('nested deeper than 500 levels');
    }
  });

  test('is told amid prose and in a fenced block', () => {
    expect(() => findJson(`It is ${nested(600)}.`)).toThrow(UnscoredError);
    expect(() => wholeJson(`\`\`\`json\n${nested(600)}\n\`\`\``)).toThrow(UnscoredError);
  });
});
