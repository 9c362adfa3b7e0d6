import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { arbitraryOf } from '../../../test/arbitrary-of.js';
import { visibleText } from '../../diagnostics/visible-text.js';
import { edgeCaseRows } from '../../testing/samples/edge-case-rows.js';
import type { ResultRow } from '../result-row.js';
import { decodeRow, encodeRow, rowJson } from '../row-codec.js';
import { ResultRowSchema } from '../row-schema.js';
import { wireCodec } from './wire-codec.js';
import { wireWriter } from './wire-writer.js';

describe('a row is written as the JSON of what it is encoded as', () => {
  test.each(edgeCaseRows())('$caseId', (row) => {
    expect(rowJson(row)).toBe(visibleText(JSON.stringify(encodeRow(row))));
  });

  test('whatever it holds', () => {
    fc.assert(
      fc.property(arbitraryOf(ResultRowSchema), (wire) => {
        const row = decodeRow(JSON.parse(JSON.stringify(wire)));
        expect(rowJson(row)).toBe(visibleText(JSON.stringify(encodeRow(row))));
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 50 : 15 },
    );
  });
});

const Schema: v.GenericSchema = v.object({
  a_text: v.string(),
  a_number: v.optional(v.number()),
  or_null: v.nullish(v.object({ deep_in: v.number() })),
  any_data: v.optional(v.unknown()),
  some_parts: v.optional(v.array(v.variant('kind', [v.object({ kind: v.literal('a'), only_a: v.unknown() })]))),
  mixed_value: v.optional(v.union([v.string(), v.array(v.object({ in_list: v.number() })), v.object({ in_object: v.number() })])),
  deeper: v.optional(v.lazy(() => Schema)),
});

const odd = {
  'no object': 7,
  'a list': [1, { aText: 'x' }],
  nothing: undefined,
  'numbers that JSON has no form for': { aText: Number.NaN, aNumber: Infinity, anyData: [-0, Number.NaN], orNull: { deepIn: Number.NaN } },
  'what JSON leaves out': { aText: undefined, anyData: () => 1, someParts: [undefined, Symbol('s'), { kind: 'a', onlyA: () => 1 }] },
  'values with a JSON form of their own': { aText: new Date(0), anyData: { at: new Date(1) }, orNull: new Date(2), mixedValue: new URL('http://a/') },
  'kinds and parts that nobody knows': { someParts: [{ kind: 'b', a_b: 1 }, null, 'x', []], mixedValue: [3, { inList: 1 }] },
  'in itself': { deeper: { aText: '"\u2028\uD800', deeper: { mixedValue: { inObject: 1 } } } },
};

test.each(Object.entries(odd))('%s', (_name, value) => {
  const written = wireWriter<unknown>(Schema)(value);
  expect(written).toBe(visibleText(JSON.stringify(wireCodec<unknown>(Schema).encode(value)) ?? 'null'));
});

test('what cannot be written is refused as by JSON', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const write = wireWriter<Partial<ResultRow>>(ResultRowSchema);
  expect(() => write({ metrics: circular as never })).toThrow(TypeError);
  expect(() => write({ costUsd: 1n as never })).toThrow(TypeError);
});
