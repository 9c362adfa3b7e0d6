import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { recordOf } from './record-of.js';

const numbers = recordOf(v.number('must be a number'));
const odd = JSON.parse('{"a":1,"__proto__":2,"constructor":3,"prototype":4}') as Record<string, number>;

test('any key is a key', () => {
  const parsed = v.parse(numbers, odd);
  expect(Object.entries(parsed)).toEqual(Object.entries(odd));
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
});

test('what is wrong under such a key is told with its path', () => {
  const { issues } = v.safeParse(v.object({ list: v.array(numbers) }), { list: [JSON.parse('{"__proto__":"x","constructor":1}')] });
  expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([['list.0.__proto__', 'must be a number']]);
});

test('a list is no mapping of its positions', () => {
  const said = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.map((issue) => [v.getDotPath(issue), issue.message]);
  expect(said(v.object({ env: recordOf(v.string()) }), { env: ['a'] })).toEqual([['env', 'Invalid type: Expected Object but received Array']]);
  expect(said(recordOf(v.unknown(), 'must be a mapping'), [])).toEqual([[null, 'must be a mapping']]);
});

test('it is a record otherwise', () => {
  const plain = v.record(v.string(), v.number('must be a number'), 'must be a mapping');
  const own = recordOf(v.number('must be a number'), 'must be a mapping');
  expect(own.type).toBe('record');
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/u).filter((key) => key !== 'prototype'), fc.oneof(fc.integer(), fc.string())), fc.string(), fc.constant(null)), (value) => {
      const [expected, found] = [v.safeParse(plain, value), v.safeParse(own, value)];
      expect(found.success).toBe(expected.success);
      expect(found.output).toEqual(expected.output);
      expect(found.issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual(expected.issues?.map((issue) => [v.getDotPath(issue), issue.message]));
    }),
  );
});
