import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { withoutStrayKeys } from './stray-keys.js';

function strays(schema: v.GenericSchema, value: unknown) {
  const found: string[] = [];
  const cleaned = withoutStrayKeys(schema, value, ({ path, key, known }) => found.push(`${[...path, key].join('.')} of ${known.join(', ')}`));
  return { cleaned, found };
}

const call = v.object({ tool: v.string(), input: v.optional(v.unknown()) });

describe('keys that a schema does not know are found and left out', () => {
  test.each<[string, v.GenericSchema, unknown, unknown, string]>([
    ['in an object', call, { tool: 'a', inptu: 1 }, { tool: 'a' }, 'inptu of tool, input'],
    ['in a strict object', v.strictObject({ a: v.string() }), { a: 'x', b: 1 }, { a: 'x' }, 'b of a'],
    ['in a list', v.array(call), [{ tool: 'a' }, { tool: 'b', x: 1 }], [{ tool: 'a' }, { tool: 'b' }], '1.x of tool, input'],
    ['in a list of its own kind at each place', v.tuple([v.string(), call]), ['a', { tool: 'b', x: 1 }], ['a', { tool: 'b' }], '1.x of tool, input'],
    ['in an optional part', v.object({ call: v.optional(call) }), { call: { tool: 'b', x: 1 } }, { call: { tool: 'b' } }, 'call.x of tool, input'],
    ['behind a pipe', v.pipe(v.object({ call }), v.check(() => true)), { call: { tool: 'b', x: 1 } }, { call: { tool: 'b' } }, 'call.x of tool, input'],
    ['behind a pipe that begins with a check', v.pipe(v.custom(() => true), call), { tool: 'b', x: 1 }, { tool: 'b' }, 'x of tool, input'],
    ['in the values of a record', v.record(v.string(), call), { any: { tool: 'b', x: 1 } }, { any: { tool: 'b' } }, 'any.x of tool, input'],
    ['in what stands in an open object', v.looseObject({ call }), { more: 1, call: { tool: 'b', x: 1 } }, { more: 1, call: { tool: 'b' } }, 'call.x of tool, input'],
    ['in the rest of an object', v.objectWithRest({ a: v.string() }, call), { a: 'x', c: { tool: 'b', x: 1 } }, { a: 'x', c: { tool: 'b' } }, 'c.x of tool, input'],
    ['beside a text', v.union([v.string(), call]), { tool: 'b', x: 1 }, { tool: 'b' }, 'x of tool, input'],
    ['beside a list', v.union([v.array(v.string()), call]), { tool: 'b', x: 1 }, { tool: 'b' }, 'x of tool, input'],
    ['in the variant that is named', v.variant('type', [v.object({ type: v.literal('p'), a: v.string() }), v.object({ type: v.literal('q'), b: v.string() })]), { type: 'q', b: '', a: '' }, { type: 'q', b: '' }, 'a of type, b'],
    ['in the choice that takes it', v.union([v.object({ a: v.string() }), v.object({ b: v.string() })]), { b: '', c: 1 }, { b: '' }, 'c of b'],
    ['in the nearest choice when none takes it', v.union([v.object({ a: v.string() }), v.object({ a: v.string(), b: v.string() })]), { b: 1, c: 1 }, { b: 1 }, 'c of a, b'],
    ['behind a getter', v.object({ call: v.lazy(() => call) }), { call: { tool: 'b', x: 1 } }, { call: { tool: 'b' } }, 'call.x of tool, input'],
  ])('%s', (_, schema, value, cleaned, finding) => {
    expect(strays(schema, value)).toEqual({ cleaned, found: [finding] });
    expect(strays(schema, value), 'asked again').toEqual({ cleaned, found: [finding] });
  });

  test('names that every object has a part of are keys like others', () => {
    const { found } = strays(call, JSON.parse('{"tool": "a", "__proto__": {"input": 1}, "constructor": 2}'));
    expect(found).toEqual(['__proto__ of tool, input', 'constructor of tool, input']);
  });
});

describe('a value without any is handed back as it is', () => {
  test.each<[string, v.GenericSchema, unknown]>([
    ['what may be anything', call, { tool: 'a', input: { any: { thing: 1 } } }],
    ['a record', v.record(v.string(), v.unknown()), { a: { b: 1 } }],
    ['an open object', v.looseObject({ a: v.string() }), { a: 'x', b: { c: 1 } }],
    ['a value of the wrong kind', v.object({ list: v.array(call) }), { list: { tool: 'a' } }],
    ['a text', v.union([v.string(), call]), 'x'],
    ['a choice that takes nothing of the kind', v.union([v.string(), v.number()]), { a: 1 }],
  ])('%s', (_, schema, value) => {
    const { cleaned, found } = strays(schema, value);
    expect(cleaned).toBe(value);
    expect(found).toEqual([]);
  });
});
