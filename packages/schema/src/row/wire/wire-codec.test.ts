import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { wireCodec } from './wire-codec.js';

const Schema = v.object({
  first_name: v.string(),
  last_2_digits: v.optional(v.number()),
  some_parts: v.optional(
    v.array(
      v.variant('kind', [
        v.object({ kind: v.literal('a'), only_a: v.number() }),
        v.object({ kind: v.literal('b'), only_b: v.nullable(v.object({ deep_b: v.number() })) }),
      ]),
    ),
  ),
  any_data: v.optional(v.unknown()),
  mixed_value: v.optional(v.union([v.string(), v.array(v.object({ in_list: v.number() })), v.object({ in_object: v.number() })])),
});

const codec = wireCodec<object>(Schema);

describe('wireCodec', () => {
  test.each<[object, object]>([
    [{ firstName: 'x' }, { first_name: 'x' }],
    [{ firstName: 'x', last2Digits: 42 }, { first_name: 'x', last_2_digits: 42 }],
    [
      { firstName: 'x', someParts: [{ kind: 'a', onlyA: 1 }, { kind: 'b', onlyB: { deepB: 2 } }, { kind: 'b', onlyB: null }] },
      {
        first_name: 'x',
        some_parts: [
          { kind: 'a', only_a: 1 },
          { kind: 'b', only_b: { deep_b: 2 } },
          { kind: 'b', only_b: null },
        ],
      },
    ],
    [{ firstName: 'x', anyData: { a_b: { cD: 1 } } }, { first_name: 'x', any_data: { a_b: { cD: 1 } } }],
    [{ firstName: 'x', mixedValue: 'text' }, { first_name: 'x', mixed_value: 'text' }],
    [{ firstName: 'x', mixedValue: [{ inList: 1 }] }, { first_name: 'x', mixed_value: [{ in_list: 1 }] }],
    [{ firstName: 'x', mixedValue: { inObject: 1 } }, { first_name: 'x', mixed_value: { in_object: 1 } }],
  ])('%j is %j on the wire, and back', (value, wire) => {
    expect(codec.encode(value)).toStrictEqual(wire);
    expect(codec.decode({ ...wire })).toStrictEqual(value);
  });

  test('only fields that the schema declares are taken over', () => {
    expect(codec.encode({ firstName: 'x', first_name: 'y', other: 1 })).toStrictEqual({ first_name: 'x' });
  });

  test('values of the wrong shape go through as they are: checking is not its job', () => {
    const wire = { first_name: 7, some_parts: [null, 'x', { kind: 'unknown', a_b: 1 }], mixed_value: null };
    expect(codec.decode(wire)).toStrictEqual({
      firstName: 7,
      someParts: [null, 'x', { kind: 'unknown', a_b: 1 }],
      mixedValue: null,
    });
  });
});
