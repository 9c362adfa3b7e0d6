import * as v from 'valibot';
import { expect, test } from 'vitest';
import { schemaKeys } from './schema-keys.js';

const keys = (schema: v.GenericSchema): readonly string[] | undefined => {
  const found = schemaKeys(schema);
  return found && [...found];
};

test.each<[string, v.GenericSchema, readonly string[] | undefined]>([
  ['an object', v.object({ a: v.string(), b: v.optional(v.number()) }), ['a', 'b']],
  ['a strict object', v.strictObject({ a: v.string() }), ['a']],
  ['a pipe over an object', v.pipe(v.object({ a: v.string() }), v.check(() => true)), ['a']],
  ['an optional object', v.optional(v.object({ a: v.string() })), ['a']],
  ['a union of objects', v.union([v.object({ a: v.string() }), v.object({ b: v.string(), a: v.number() })]), ['a', 'b']],
  ['a variant', v.variant('type', [v.object({ type: v.literal('x'), a: v.string() }), v.object({ type: v.literal('y') })]), ['type', 'a']],
  ['an object that takes any key', v.looseObject({ a: v.string() }), undefined],
  ['an object with a rest', v.objectWithRest({ a: v.string() }, v.number()), undefined],
  ['a text', v.string(), undefined],
  ['a choice of texts', v.picklist(['a', 'b']), undefined],
  ['a union that may be a text', v.union([v.string(), v.object({ a: v.string() })]), undefined],
])('%s', (_, schema, expected) => {
  expect(keys(schema)).toEqual(expected);
  expect(keys(schema), 'asked again').toEqual(expected);
});
