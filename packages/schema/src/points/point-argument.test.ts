import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { definePointFunction, type PointFunctionDefinition } from '../contracts/point-function.js';
import type { FlowValue } from '../normalization/context.js';
import { createPlainPointReader } from './point-reader.js';
import { readPoint } from './read-point.js';

const parts = { description: 'For tests.', apply: () => 1 };
const pointFunctions = [
  definePointFunction({ ...parts, name: 'contains', aliases: ['contain'], options: v.string(), examples: [{ title: 'A word', value: 'duty' }] }),
  definePointFunction({ ...parts, name: 'any_of', options: v.array(v.string()), examples: [{ title: 'Words', value: ['a', 'b'] }] }),
  definePointFunction({ ...parts, name: 'n_of', options: v.strictTuple([v.number(), v.array(v.string())]), examples: [{ title: 'One', value: [1, ['a']] }] }),
  definePointFunction({ ...parts, name: 'args', options: v.object({ name: v.string(), where: v.unknown() }), examples: [{ title: 'A call', value: { name: 'a', where: {} } }] }),
  definePointFunction({ ...parts, name: 'is_json', options: v.optional(v.literal(true)), examples: [{ title: 'JSON', value: true }] }),
] as readonly PointFunctionDefinition[];

/** JSON stands for the little of YAML that is needed here. */
function parseFlow(text: string): FlowValue | undefined {
  try {
    return { value: JSON.parse(text.replaceAll('007', '7')), writtenAt: (path) => (path[0] === 0 && text.includes('007') ? '007' : undefined) };
  } catch {
    return undefined;
  }
}

function read(raw: unknown, written: Readonly<Record<string, string>> = {}) {
  const { context, found } = recordingContext({
    definitions: { evaluators: [], pointFunctions, rules: [], providers: [] },
    parseFlow,
    writtenAt: (path) => written[path.slice(2).join('.')],
  });
  const point = readPoint(createPlainPointReader(context), raw, ['should', 0]);
  return { point, found };
}

describe('where a text is looked for, plain values are the text that is written', () => {
  test.each<[unknown, Readonly<Record<string, string>>, unknown]>([
    [{ $contains: 42 }, { $contains: '42' }, '42'],
    [{ $contains: 7 }, { $contains: '007' }, '007'],
    [{ $contains: 1 }, { $contains: '1.0' }, '1.0'],
    [{ $contain: 7 }, {}, '7'],
    [{ $not_contains: 7 }, { $not_contains: '7' }, '7'],
    [{ fn: 'contains', arg: 7 }, { arg: '0x7' }, '0x7'],
    [{ $any_of: [7, 'x', 1] }, { '$any_of.0': '007', '$any_of.2': '1.0' }, ['007', 'x', '1.0']],
    [{ $n_of: [1, [7, 'x']] }, { '$n_of.1.0': '007' }, [1, ['007', 'x']]],
    [{ $args: { name: 7, where: { a: 7 } } }, { '$args.name': '007' }, { name: '007', where: { a: 7 } }],
    [{ $is_json: true }, { $is_json: 'true' }, true],
    [{ $contains: ['x'] }, {}, ['x']],
    [{ $unknown: 7 }, { $unknown: '007' }, 7],
    [{ $any_of: 7 }, { $any_of: '007' }, 7],
  ])('%j is written %j: %j', (raw, written, arg) => {
    const { point, found } = read(raw, written);
    expect(point).toMatchObject({ arg });
    expect(found).toEqual([]);
  });

  test.each<[unknown, Readonly<Record<string, string>>, unknown, string]>([
    [{ $contains: true }, { $contains: 'True' }, 'True', 'warning value-as-text at should.0.$contains: $contains looks for texts: true is read as the text "True" -> put it in quotes: "True"'],
    [{ $contains: null }, { $contains: 'null' }, 'null', 'warning value-as-text at should.0.$contains: $contains looks for texts: null is read as the text "null" -> put it in quotes: "null"'],
    [{ $any_of: ['a', false] }, { '$any_of.1': 'false' }, ['a', 'false'], 'warning value-as-text at should.0.$any_of.1: $any_of looks for texts: false is read as the text "false" -> put it in quotes: "false"'],
  ])('%j is a text too, with a warning: yes, no and nothing may have been meant', (raw, written, arg, finding) => {
    const { point, found } = read(raw, written);
    expect(point).toMatchObject({ arg });
    expect(found).toEqual([finding]);
  });

  test('nothing written is no text', () => {
    expect(read({ $contains: null })).toEqual({ point: { fn: 'contains' }, found: [] });
    expect(read({ $is_json: null }, { $is_json: 'null' }).point).toEqual({ fn: 'is_json' });
  });
});

describe('a call that is written as one text: the rest of the line is the text that is looked for', () => {
  test.each<[string, unknown]>([
    ['$contains: 42', '42'],
    ['$contains: 007', '007'],
    ['$contains: true', 'true'],
    ['$contains: null', 'null'],
    ['$contains: [a, b]', '[a, b]'],
    ['$contains: {"a": 1}', '{"a": 1}'],
    ['$contains: "label": "x"', '"label": "x"'],
    ['$contains: "a" and "b"', '"a" and "b"'],
    [String.raw`$contains: "a\d"`, String.raw`a\d`],
    ['$contains: "a b"', 'a b'],
    ["$contains: it's", "it's"],
    ['$contains: a: b # c', 'a: b # c'],
    ['$not_contain: 5', '5'],
    ['$any_of: [007, "x"]', ['007', 'x']],
    ['$n_of: [1, ["x"]]', [1, ['x']]],
    ['$is_json: true', true],
  ])('%s', (raw, arg) => {
    const { point, found } = read(raw);
    expect(point).toEqual({ fn: raw.slice(1, raw.indexOf(':')), arg });
    expect(found).toEqual([expect.stringMatching(/^warning call-as-text at should\.0: /u)]);
  });
});

describe('a function without its $', () => {
  test.each<[unknown, string]>([
    [{ contains: 'x' }, '- $contains: "x"'],
    [{ contain: 7 }, '- $contain: "7"'],
    [{ not_contains: 'x' }, '- $not_contains: "x"'],
    [{ anyOf: 'x' }, '- $any_of: ["a","b"]'],
    [{ 'is-json': true }, '- $is_json: true'],
    [{ json: 'yes' }, '- $is_json: true'],
    [{ includes: 'x' }, '- $contains: "x"'],
  ])('%j is a text with its source, and a warning shows the call', (raw, call) => {
    const { point, found } = read(raw);
    expect(point).toMatchObject({ text: Object.keys(raw as object)[0] });
    expect(found).toEqual([expect.stringMatching(/^warning point-like-a-key at key /u)]);
    expect(found[0]).toContain(`-> did you mean ${call}?`);
  });

  test('where its argument is no source, it is an error', () => {
    expect(read({ any_of: ['x'] })).toEqual({
      point: undefined,
      found: ['error point-like-a-key at key should.0.any_of: "any_of" is no point function without $, and what stands after it is no citation -> did you mean - $any_of: ["x"]?'],
    });
  });

  test('an entry of an evaluator is shown as a point', () => {
    expect(read({ type: 'contains', value: 'x' }).found).toEqual([
      'error ambiguous-point at should.0: a point says one thing, but this one has "type" and "value" -> did you mean - $contains: "x"?',
    ]);
  });

  test.each(['Contains the name', 'Is JSON', 'Empathy', 'constructor', 'contains.'])('%j is a text like others', (text) => {
    expect(read({ [text]: 'R' })).toEqual({ point: { text, citation: 'R' }, found: [] });
  });
});
