import { describe, expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { createPlainPointReader } from './point-reader.js';
import { POINT_FORMS as FORMS, readPoint } from './read-point.js';

function parseFlow(text: string) {
  try {
    return { value: JSON.parse(text), writtenAt: () => undefined };
  } catch {
    return undefined;
  }
}

function read(raw: unknown) {
  const { context, found } = recordingContext({ parseFlow });
  const reader = createPlainPointReader(context);
  return { point: readPoint(reader, raw, ['should', 0]), found };
}

describe('the forms of a point', () => {
  test.each<[string, unknown, object]>([
    ['a text', 'Names the carrier.', { text: 'Names the carrier.' }],
    ['a text that only begins with a dollar sign', '$5 refund: offers it', { text: '$5 refund: offers it' }],
    ['a price', '$5', { text: '$5' }],
    ['a dollar sign and capitals', '$ACME: the name of a share', { text: '$ACME: the name of a share' }],
    ['a text with its citation', { 'Names the carrier.': 'House rule 4' }, { text: 'Names the carrier.', citation: 'House rule 4' }],
    ['several lines with a citation', { 'Names:\n1. a\n2. b\n': 'Rules' }, { text: 'Names:\n1. a\n2. b\n', citation: 'Rules' }],
    ['a text with nothing after the colon', { 'Names the carrier': null }, { text: 'Names the carrier' }],
    ['a text with a year', { 'Names the carrier': 1996 }, { text: 'Names the carrier', citation: '1996' }],
    ['a text with a source', { 'Names it.': { name: 'Rules', url: 'https://a.b' } }, { text: 'Names it.', citation: { title: 'Rules', url: 'https://a.b' } }],
    ['a text with citation and weight', { 'Names it.': 'Rules', weight: 2 }, { text: 'Names it.', citation: 'Rules', weight: 2 }],
    ['a text with citation and multiplier', { 'Names it.': 'Rules', multiplier: 0.5 }, { text: 'Names it.', citation: 'Rules', weight: 0.5 }],
    ['a call', { $contains: 'Monday' }, { fn: 'contains', arg: 'Monday' }],
    ['a call with a list', { $contains_at_least_n_of: [2, ['a', 'b']] }, { fn: 'contains_at_least_n_of', arg: [2, ['a', 'b']] }],
    ['a negative call', { $not_matches: 'x' }, { fn: 'not_matches', arg: 'x' }],
    ['a call without argument', { $is_json: null }, { fn: 'is_json' }],
    ['a call with false as its argument', { $js: false }, { fn: 'js', arg: false }],
    ['a call with weight and citation', { $contains: 'x', weight: 3, citation: 'R' }, { fn: 'contains', arg: 'x', weight: 3, citation: 'R' }],
    ['a call with their aliases', { $contains: 'x', multiplier: 3, reference: 'R' }, { fn: 'contains', arg: 'x', weight: 3, citation: 'R' }],
    ['a point object', { point: 'Names it.', weight: 3 }, { text: 'Names it.', weight: 3 }],
    ['its older name', { text: 'Names it.', citation: 'R' }, { text: 'Names it.', citation: 'R' }],
    ['both names that say the same', { text: 'Names it.', point: 'Names it.' }, { text: 'Names it.' }],
    ['several citations', { point: 'Names it.', citation: ['R', { title: 'S' }] }, { text: 'Names it.', citation: ['R', { title: 'S' }] }],
    ['a function object', { fn: 'contains', arg: 'x', weight: 1.5, citation: 'R' }, { fn: 'contains', arg: 'x', weight: 1.5, citation: 'R' }],
    ['fnArgs', { fn: 'contains', fnArgs: 'x' }, { fn: 'contains', arg: 'x' }],
    ['args', { fn: 'contains_any_of', args: ['x'] }, { fn: 'contains_any_of', arg: ['x'] }],
    ['a function with a dollar sign and words of its own', { fn: '$is_json', text: 'is JSON' }, { fn: 'is_json', text: 'is JSON' }],
    ['a weight of 0', { point: 'Names it.', weight: 0 }, { text: 'Names it.', weight: 0 }],
  ])('%s', (_, raw, point) => {
    expect(read(raw)).toStrictEqual({ point, found: [] });
  });
});

describe('a call that is written as one text is read as the call it plainly is, with a warning', () => {
  test.each<[string, object]>([
    ['$contains: "Monday: 9"', { fn: 'contains', arg: 'Monday: 9' }],
    ['$contains: Day: Monday # 1', { fn: 'contains', arg: 'Day: Monday # 1' }],
    ['  $contains:Monday', { fn: 'contains', arg: 'Monday' }],
    ['$contains_any_of: ["a", "b"]', { fn: 'contains_any_of', arg: ['a', 'b'] }],
    ['$tool_args_match: {"name": "t"}', { fn: 'tool_args_match', arg: { name: 't' } }],
    ['$word_count_between: 5', { fn: 'word_count_between', arg: 5 }],
    ['$is_json: true', { fn: 'is_json', arg: true }],
    ['$is_json: null', { fn: 'is_json' }],
    ['$is_json:', { fn: 'is_json' }],
    ['$is_json', { fn: 'is_json' }],
    [String.raw`$matches: "^\[\d\]$"`, { fn: 'matches', arg: String.raw`^\[\d\]$` }],
    ['$matches: [unclosed', { fn: 'matches', arg: '[unclosed' }],
  ])('%s', (raw, point) => {
    const { point: read_, found } = read(raw);
    expect(read_).toStrictEqual(point);
    expect(found).toEqual([expect.stringMatching(/^warning call-as-text at should\.0: .* is a text that is read as the function call/u)]);
  });

  test('without anything that reads YAML the argument is the text', () => {
    const { context } = recordingContext();
    const reader = createPlainPointReader(context);
    expect(readPoint(reader, '$word_count_between: 5', [])).toEqual({ fn: 'word_count_between', arg: '5' });
  });
});

describe('what is wrong with a point is said, and the point is left out', () => {
  test.each<[unknown, string]>([
    [7, `error invalid-field at should.0: a point must be a text or a mapping, not a number -> put it in quotes: - "7"`],
    [null, `error invalid-field at should.0: a point must be a text or a mapping, not nothing -> ${FORMS}`],
    [' ', 'error invalid-field at should.0: a point must not be empty -> write what a good reply does, or remove the line'],
    [{ ' ': 'R' }, `error invalid-field at key should.0. : a point must not be empty -> ${FORMS}`],
    [{}, `error invalid-field at should.0: a point says neither a text nor a function -> ${FORMS}`],
    [{ weight: 2 }, `error invalid-field at should.0: a point says neither a text nor a function -> ${FORMS}`],
    [{ point: 4 }, 'error invalid-field at should.0.point: point must be a text, not a number -> write what a good reply does'],
    [{ text: '' }, 'error invalid-field at should.0.text: text must not be empty -> write what a good reply does'],
    [{ arg: 'x' }, 'error invalid-field at key should.0.arg: arg stands without fn -> name the function too, as in - { fn: contains, fnArgs: "words" }'],
    [{ fn: 3, arg: 'x' }, 'error invalid-field at should.0.fn: fn must be the name of a point function, not the number 3 -> write the name of a function, as in - { fn: contains, fnArgs: "words" }'],
    [{ $: 'x' }, 'error invalid-field at should.0: a function has no name -> write the name after the $, as in - $contains: "words"'],
    [{ $contains: 'x', $matches: 'y' }, `error ambiguous-point at should.0: a point says one thing, but this one has "$contains" and "$matches" -> start a new item for each; ${FORMS}`],
    [{ 'Names a.': 'x', 'Names b.': 'y' }, `error ambiguous-point at should.0: a point says one thing, but this one has "Names a." and "Names b." -> start a new item for each; ${FORMS}`],
    [{ 'Names a.': 'x', wieght: 2 }, `error ambiguous-point at should.0: a point says one thing, but this one has "Names a." and "wieght" -> did you mean weight instead of wieght? Otherwise ${FORMS}`],
    [{ $ref: 3 }, 'error invalid-field at should.0.$ref: $ref must be the name of a definition, not a number -> write $ref: NAME, with NAME: … under point_defs'],
    [{ $ref: 'x' }, 'error unknown-reference at should.0.$ref: $ref: there are no definitions here, so there is no "x" -> write the point out, as in - $contains: "words"'],
  ])('%j', (raw, finding) => {
    const { point, found } = read(raw);
    expect({ point, found }).toEqual({ point: undefined, found: [finding] });
  });

  test('a citation of the wrong kind does not take the point with it', () => {
    expect(read({ 'Names a.': ['x'] })).toEqual({
      point: { text: 'Names a.' },
      found: ['error invalid-field at should.0.Names a.: a citation must be a text or a mapping with title and url, not a list -> write the source as one text, or title: … and url: …'],
    });
  });

  test.each([-1, Infinity, Number.NaN, '2'])('a weight of %s is an error at its place', (weight) => {
    expect(read({ point: 'x', weight }).found).toEqual([expect.stringMatching(/^error invalid-field at should\.0\.weight: a point: weight must be/u)]);
  });
});

describe('what is probably not meant is a warning', () => {
  test.each<[unknown, string]>([
    [{ point: 'x', wieght: 2 }, 'warning unknown-key at key should.0.wieght: unknown key "wieght" in should; it is ignored -> did you mean weight?'],
    [{ $contains: 'x', cite: 'R' }, 'warning unknown-key at key should.0.cite: unknown key "cite" in should; it is ignored -> known keys: $contains, multiplier, weight, citation, reference'],
    [{ pont: 'Names it.' }, 'warning point-like-a-key at key should.0.pont: "pont" is read as a point, and what stands after it as its citation -> did you mean point?'],
    [{ 'Names it.': 'R', citation: 'S' }, 'warning alias-conflict at should.0.citation: the point has a citation already, after its text; this one is not used -> keep one of the two, as in - {"text":"Names it.","citation":"R"}'],
  ])('%j', (raw, finding) => {
    expect(read(raw).found).toEqual([finding]);
  });

  test.each<[object, object, string]>([
    [{ text: 'x', weight: 2, multiplier: 3 }, { text: 'x', weight: 3 }, 'warning alias-conflict at key should.0.weight: multiplier and weight differ; multiplier is used (multiplier is here: key should.0.multiplier)'],
    [{ point: 'y', text: 'x' }, { text: 'x' }, 'warning alias-conflict at key should.0.point: text and point differ; text is used (text is here: key should.0.text)'],
    [{ fn: 'a', arg: 'y', fnArgs: 'x' }, { fn: 'a', arg: 'x' }, 'warning alias-conflict at key should.0.arg: fnArgs and arg differ; fnArgs is used (fnArgs is here: key should.0.fnArgs)'],
    [{ $a: 'x', reference: 'R', citation: 'C' }, { fn: 'a', arg: 'x', citation: 'C' }, 'warning alias-conflict at key should.0.reference: citation and reference differ; citation is used (citation is here: key should.0.citation)'],
  ])('%j: the name that wins, and the places of both', (raw, point, finding) => {
    const result = read(raw);
    expect(result.point).toEqual(point);
    expect(result.found).toEqual([expect.stringContaining(finding)]);
  });

  test('what says the same twice is no conflict', () => {
    expect(read({ text: 'x', point: 'x', weight: 2, multiplier: 2 })).toEqual({ point: { text: 'x', weight: 2 }, found: [] });
  });
});
