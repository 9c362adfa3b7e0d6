import type { JsonValue } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { matchesInput } from './matches-input.js';

describe('matchesInput', () => {
  test.each([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: { b: 'x' } }, { a: { b: 'x', c: null } }, true],
    [{ a: { b: 'x' } }, { a: { b: 'y' } }, false],
    [{}, { a: 1 }, true],
    [{}, [], false],
    [{}, undefined, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[{ a: 1 }], [{ a: 1, b: 2 }], true],
    [[], {}, false],
    [1, 1, true],
    [1, '1', false],
    ['x', 'x', true],
    ['x', 'xx', false],
    [null, null, true],
    [null, undefined, false],
    [{ a: null }, {}, false],
    [{ toString: 1 }, {}, false],
  ] as [JsonValue, JsonValue | undefined, boolean][])('expected %j in actual %j: %s', (expected, actual, result) => {
    expect(matchesInput(expected, actual)).toBe(result);
  });

  test.each([
    [[], [1, 2], true],
    [[2], [1, 2], true],
    [[1, 3], [1, 2, 3], true],
    [[3, 1], [1, 2, 3], false],
    [[1, 1], [1, 2], false],
    [[1, 1], [1, 2, 1], true],
    [[{ a: 1 }, { a: 1, b: 2 }], [{ a: 1, b: 2 }, { a: 1, b: 2 }], true],
    [[{ a: 1 }, { a: 1, b: 2 }], [{ a: 1 }, { a: 1 }], false],
    [[[2]], [[1, 2], 3], true],
    [[1], 1, false],
    [[1], { 0: 1 }, false],
    [{ list: [2] }, { list: [1, 2], more: 1 }, true],
  ] as [JsonValue, JsonValue | undefined, boolean][])('items in their order among others: %j in %j: %s', (expected, actual, result) => {
    expect(matchesInput(expected, actual, { lists: 'some' })).toBe(result);
  });
});
