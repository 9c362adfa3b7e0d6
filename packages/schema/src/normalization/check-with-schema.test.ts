import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../domain/json.js';
import { recordingContext } from '../testing/support/recording-context.js';
import { checkWithSchema, type SchemaCheck } from './check-with-schema.js';

const SCHEMA = v.object({
  max_ms: v.number(),
  mode: v.optional(v.picklist(['fast', 'slow']), 'fast'),
  list: v.optional(v.array(v.object({ tool: v.string('tool must be a name') }))),
  ratio: v.optional(v.pipe(v.number(), v.maxValue(1))),
});

function check(value: JsonObject, options: Partial<SchemaCheck> = {}) {
  const { context, found } = recordingContext();
  const checked = checkWithSchema(context, { schema: SCHEMA, value, path: ['evaluators', 0], label: 'evaluator "x": ', ...options });
  return { checked, found };
}

test('options that are right come back with the defaults of the schema', () => {
  expect(check({ max_ms: 5 })).toEqual({ checked: { max_ms: 5, mode: 'fast' }, found: [] });
});

describe('what is wrong is said at its exact place', () => {
  test.each<[JsonObject, string]>([
    [{}, 'evaluators.0: evaluator "x": max_ms is missing'],
    [{ max_ms: 'soon' }, 'evaluators.0.max_ms: evaluator "x": max_ms must be a number, not a string'],
    [{ max_ms: 1, mode: 'quick' }, 'evaluators.0.mode: evaluator "x": mode must be one of fast, slow, not "quick"'],
    [{ max_ms: 1, list: {} }, 'evaluators.0.list: evaluator "x": list must be a list, not a mapping'],
    [{ max_ms: 1, list: [{ tool: 'a' }, { tool: 5 }] }, 'evaluators.0.list.1.tool: evaluator "x": tool must be a name -> put it in quotes: "5"'],
    [{ max_ms: 1, list: [{ tool: ['a'] }] }, 'evaluators.0.list.0.tool: evaluator "x": tool must be a name'],
    [{ max_ms: 1, ratio: 2 }, 'evaluators.0.ratio: evaluator "x": ratio must be <=1, not 2'],
  ])('%j', (value, finding) => {
    expect(check(value).found).toEqual([`error invalid-option at ${finding}`]);
  });

  test('all of it at once', () => {
    expect(check({ max_ms: 'soon', mode: 'quick', ratio: 7 }).found).toHaveLength(3);
  });

  test('options with an error come back as written', () => {
    expect(check({ max_ms: 'soon' }).checked).toEqual({ max_ms: 'soon' });
  });
});

describe('keys beside the schema’s', () => {
  test('are warned about and left out', () => {
    const { checked, found } = check({ max_ms: 5, max_sm: 6 });
    expect(checked).toEqual({ max_ms: 5, mode: 'fast' });
    expect(found).toEqual(['warning unknown-key at key evaluators.0.max_sm: unknown key "max_sm" in evaluators; it is ignored -> did you mean max_ms?']);
  });

  test('may mean a key that is read elsewhere', () => {
    expect(check({ max_ms: 5, wieght: 6 }, { otherKeys: ['weight'] }).found).toEqual([expect.stringContaining('did you mean weight?')]);
  });

  test('are handed on by evaluators that take any', () => {
    expect(check({ max_ms: 5, own: [1] }, { open: true })).toEqual({ checked: { max_ms: 5, mode: 'fast', own: [1] }, found: [] });
  });

  test('that are called like parts of every object are keys like others', () => {
    const value = JSON.parse('{"max_ms": 5, "__proto__": {"mode": "slow"}, "constructor": 1}') as JsonObject;
    const { checked, found } = check(value);
    expect(checked).toEqual({ max_ms: 5, mode: 'fast' });
    expect(found.map((line) => line.split(';', 1)[0])).toEqual([
      'warning unknown-key at key evaluators.0.__proto__: unknown key "__proto__" in evaluators',
      'warning unknown-key at key evaluators.0.constructor: unknown key "constructor" in evaluators',
    ]);
  });
});

describe('keys in lists and mappings of the options', () => {
  test('are warned about at their place, with the nearest of those that may stand there, and left out', () => {
    const { checked, found } = check({ max_ms: 5, list: [{ tool: 'a' }, { tool: 'b', tol: 'c' }] });
    expect(checked).toEqual({ max_ms: 5, mode: 'fast', list: [{ tool: 'a' }, { tool: 'b' }] });
    expect(found).toEqual(['warning unknown-key at key evaluators.0.list.1.tol: unknown key "tol" in list; it is ignored -> did you mean tool?']);
  });

  test('are left out by evaluators that take any key of their own, too', () => {
    const { checked, found } = check({ max_ms: 5, own: { any: 1 }, list: [{ tool: 'b', tol: 'c' }] }, { open: true });
    expect(checked).toEqual({ max_ms: 5, mode: 'fast', own: { any: 1 }, list: [{ tool: 'b' }] });
    expect(found).toHaveLength(1);
  });

  test('are errors when they say how replies are scored', () => {
    const grading = { read: ['list'], how: 'write an entry of its own' };
    expect(check({ max_ms: 5, list: [{ tool: 'a', assertions: [] }] }, { grading }).found).toEqual([
      'error unread-grading at key evaluators.0.list.0.assertions: unknown key "assertions" in list: it says how replies are scored, and nothing reads it -> write an entry of its own',
    ]);
    expect(check({ max_ms: 5, list: [{ tool: 'a', assertions: [] }] }).found).toEqual([expect.stringMatching(/^warning unknown-key/u)]);
  });

  test('that are for people are nobody’s mistake', () => {
    expect(check({ max_ms: 5, 'x-note': 1, list: [{ tool: 'a', _why: 'b' }] })).toEqual({ checked: { max_ms: 5, mode: 'fast', list: [{ tool: 'a' }] }, found: [] });
  });
});
