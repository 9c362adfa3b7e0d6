import { expect, test } from 'vitest';
import { JsonDepthError } from './parse-json.js';
import { weightOf } from './weight-of.js';

test('weighs texts by their length and everything else a little', () => {
  expect(weightOf('abc')).toBe(3);
  expect(weightOf({ a: 'abc', b: [1, null, 'de'] })).toBe(3 + 2 + 8 * 4);
});

test('is not stopped by depth, and refuses it', () => {
  const deep = (levels: number): unknown => {
    let value: unknown = [];
    for (let level = 1; level < levels; level += 1) value = { value };
    return value;
  };
  expect(weightOf(deep(500))).toBe(8 * 500);
  expect(() => weightOf(deep(502))).toThrow(JsonDepthError);
  expect(() => weightOf(deep(1_000_000))).toThrow('nested deeper than 500 levels');
});
