import type { JsonValue } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { findings } from '../../test/evaluation-input.js';
import { points } from '../evaluators/points.js';
import { readItem, readPoint, saidTwice, writtenKey } from './read-points.js';

const FORMS = 'a point is a text, {$function: argument}, {text, weight, citation} or {fn, arg, weight, citation}';

describe('a point in its normal form', () => {
  test.each<[JsonValue, JsonValue]>([
    ['Is kind', { text: 'Is kind' }],
    [{ point: 'Is kind', multiplier: 0, reference: 'B' }, { text: 'Is kind', weight: 0, citation: 'B' }],
    [{ 'Is kind': null, weight: 2 }, { text: 'Is kind', weight: 2 }],
    [{ 'Is kind': 'A', citation: 'B' }, { text: 'Is kind', citation: 'B' }],
    [{ $is_json: null }, { fn: 'is_json' }],
    [{ $contains: false }, { fn: 'contains', arg: false }],
    [{ fn: ' $contains ', args: ['a'], text: 'Has an a' }, { fn: 'contains', arg: ['a'], text: 'Has an a' }],
    [{ fn: 'contains', fnArgs: 'a', text: null, weight: null }, { fn: 'contains', arg: 'a' }],
  ])('%j', (written, point) => {
    expect(readPoint(written)).toEqual(point);
    expect(findings(points, { should: [written] })).toEqual([]);
  });
});

describe('what looks like a point and is none is refused, and never judged or cut down', () => {
  test.each<[string, JsonValue, string]>([
    ['a function that is no name', { fn: 5 }, FORMS],
    ['a function that is missing', { fn: null, arg: 'x' }, FORMS],
    ['an argument without a function', { arg: 'x' }, FORMS],
    ['arguments without a function', { args: ['x'] }, FORMS],
    ['a misspelt key beside fn', { fn: 'contains', arg: 'x', wieght: 3 }, FORMS],
    ['a misspelt key beside a text', { text: 'Is kind', wieght: 3 }, FORMS],
    ['a misspelt key beside a function', { $contains: 'x', wieght: 3 }, FORMS],
    ['words that are no text', { fn: 'contains', arg: 'x', text: 5 }, FORMS],
    ['a function without a name', { $: 'x' }, FORMS],
    ['a weight alone', { weight: 2 }, FORMS],
    ['spaces alone', '  ', 'a point must not be empty'],
    ['spaces alone as a text', { text: '  ' }, FORMS],
    ['two weights', { $contains: 'x', weight: 2, multiplier: 3 }, 'weight and multiplier are the same thing: give one of them'],
    ['two arguments', { fn: 'contains', arg: 'x', fnArgs: 'y' }, 'arg and fnArgs are the same thing: give one of them'],
    ['two texts', { text: 'a', point: 'b' }, 'text and point are the same thing: give one of them'],
    ['a weight that is not finite', { text: 'a', weight: Number.POSITIVE_INFINITY }, 'weight must be >= 0'],
  ])('%s', (_, written, message) => {
    for (const should of [[written], [[written]], [[[written]]]]) expect(findings(points, { should })).toEqual([message]);
  });
});

test('a list is a path, a list of lists a block', () => {
  expect(readItem(['a', { $contains: 'b' }])).toEqual([{ text: 'a' }, { fn: 'contains', arg: 'b' }]);
  expect(readItem([['a'], ['b', 'c']])).toEqual([[{ text: 'a' }], [{ text: 'b' }, { text: 'c' }]]);
});

test('null counts as not given', () => {
  expect(saidTwice({ weight: 1, multiplier: null })).toBeUndefined();
});

test('parts are found by the key that is written', () => {
  expect(writtenKey({ $contains: 'a', weight: 1 }, 'fn')).toBe('$contains');
  expect(writtenKey({ fn: 'contains', fnArgs: 'a' }, 'arg')).toBe('fnArgs');
  expect(writtenKey({ fn: 'contains', arg: 'a' }, 'arg')).toBeUndefined();
  expect(writtenKey('a', 'fn')).toBeUndefined();
});
