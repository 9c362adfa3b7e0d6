import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { losesDigits, parseRowWithDigits, parseWithIds } from './written-ids.js';

describe('ids keep the digits that they are written with', () => {
  test.each([
    ['{"id": 9007199254740993}', { id: '9007199254740993' }],
    ['{"id":123456789012345678901234567890,"input":"x"}', { id: '123456789012345678901234567890', input: 'x' }],
    ['{"conversation_id": 9007199254740993, "id": 1}', { conversation_id: '9007199254740993', id: 1 }],
    ['{"id" : 1.0}', { id: '1.0' }],
    ['{"id": 1e3}', { id: '1e3' }],
    ['{"text": "\\"id\\": 5, \\\\", "id": 9007199254740993}', { text: '"id": 5, \\', id: '9007199254740993' }],
    ['{"context": {"id": 1e3}, "list": [{"id": 2.0}], "id": 3.0}', { context: { id: 1000 }, list: [{ id: 2 }], id: '3.0' }],
  ])('%s', (text, value) => {
    expect(parseWithIds(text)).toEqual(value);
  });

  test.each([
    ['{"id": 7}', { id: 7 }],
    ['{"id": "007"}', { id: '007' }],
    ['{"id": null}', { id: null }],
    ['{"tool_calls": [{"id": 1.0}], "weight": 1.0}', { tool_calls: [{ id: 1 }], weight: 1 }],
    ['[{"id": 1.0}]', [{ id: 1 }]],
    ['5', 5],
  ])('%s is what it is for JSON.parse', (text, value) => {
    expect(parseWithIds(text)).toEqual(value);
  });

  test('what is no JSON is a SyntaxError', () => {
    expect(() => parseWithIds('{"id": 007}')).toThrow(SyntaxError);
  });

  test('everything else is as JSON.parse has it, wherever the id stands', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string().filter((key) => key !== '__proto__'), fc.jsonValue()), fc.bigInt({ min: 0n }), (rest, id) => {
        const { id: _, conversation_id: __, ...others } = rest;
        const text = JSON.stringify({ ...others, id: 'ID' }).replace(/"ID"\}$/u, `${id}}`);
        expect(parseWithIds(text)).toEqual({ ...(JSON.parse(JSON.stringify(others)) as object), id: id <= 2n ** 53n ? Number(id) : String(id) });
      }),
    );
  });
});

test.each([
  ['{"n": 9007199254740993, "m": -9007199254740993, "k": 7, "d": 1.50}', { n: '9007199254740993', m: '-9007199254740993', k: 7, d: 1.5 }],
  ['{"id": 1.0, "n": 12345678901234567890123}', { id: '1.0', n: '12345678901234567890123' }],
  ['{"n": 9007199254740991, "list": [9007199254740993]}', { n: 9_007_199_254_740_991, list: [9_007_199_254_740_992] }],
  ['[1]', [1]],
])('of a row %s whole numbers keep their digits', (text, value) => {
  expect(parseRowWithDigits(text)).toEqual(value);
});

test.each([[2 ** 53, true], [-(2 ** 53), true], [2 ** 53 - 1, false], [1.5, false], [1e300, true]])('%d loses digits: %s', (value, loses) => {
  expect(losesDigits(value)).toBe(loses);
});
