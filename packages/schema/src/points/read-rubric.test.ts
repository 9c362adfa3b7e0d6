import { describe, expect, test } from 'vitest';
import { recordingContext } from '../../test/recording-context.js';
import { lintRubric } from './lint-points.js';
import { createPointReader } from './point-definitions.js';
import { readRubric } from './read-rubric.js';

function read(raw: unknown, key: 'should' | 'should_not' = 'should') {
  const { context, found } = recordingContext();
  const reader = createPointReader(context, undefined, []);
  const items = readRubric(reader, raw, [key], key);
  const errors = [...found];
  found.length = 0;
  lintRubric(reader, items, [key], key);
  return { items, errors, lints: found };
}

describe('items of a rubric', () => {
  test.each<[string, unknown, unknown]>([
    ['points', ['a', { $contains: 'b' }], [{ text: 'a' }, { fn: 'contains', arg: 'b' }]],
    ['paths beside points', ['a', ['b', 'c'], ['d', 'e']], [{ text: 'a' }, [{ text: 'b' }, { text: 'c' }], [{ text: 'd' }, { text: 'e' }]]],
    ['a block beside points', ['a', [['b', 'c'], ['d']], 'e'], [{ text: 'a' }, [[{ text: 'b' }, { text: 'c' }], [{ text: 'd' }]], { text: 'e' }]],
    ['paths alone', [['b', 'c'], ['d', 'e']], [[{ text: 'b' }, { text: 'c' }], [{ text: 'd' }, { text: 'e' }]]],
    ['nothing', undefined, []],
    ['null', null, []],
  ])('%s', (_, raw, items) => {
    expect(read(raw)).toEqual({ items, errors: [], lints: [] });
  });

  test.each<[string, unknown, unknown, string]>([
    ['a single text', 'a', [{ text: 'a' }], 'warning not-a-list at should: should is a single point, not a list -> write - before it'],
    ['a single mapping', { $contains: 'a' }, [{ fn: 'contains', arg: 'a' }], 'warning not-a-list at should: should is a single point, not a list -> write - before it'],
    ['an empty list', [], [], 'warning empty-list at should: should is empty and left out -> write points in it, or remove it'],
    ['an empty path', ['a', []], [{ text: 'a' }], 'warning empty-list at should.1: this list of points is empty and left out -> write points in it, or remove it'],
    ['an empty path of a block', [[['a', 'b'], []]], [[[{ text: 'a' }, { text: 'b' }]]], 'warning empty-list at should.0.1: this list of points is empty and left out -> write points in it, or remove it'],
    ['a list that mixes points and lists', ['a', ['b', ['c']]], [{ text: 'a' }], 'error mixed-list at should.1: this list mixes points and lists of points -> write points alone to make one alternative of them, or lists alone to make several'],
    ['lists that are nested too deeply', [[['a'], [['b']]]], [[[{ text: 'a' }]]], 'error invalid-field at should.0.1: lists of points are nested too deeply -> a point stands in a rubric, in an alternative of it, or in an alternative of a group of alternatives'],
    ['a number', 5, [], 'error invalid-field at should: should must be a list of points, not a number -> start each point with -'],
  ])('%s', (_, raw, items, finding) => {
    const result = read(raw);
    expect({ items: result.items, errors: result.errors }).toEqual({ items, errors: [finding] });
  });
});

describe('alternatives of a single point each are probably meant as a plain list', () => {
  const hint = 'if all of them should count, remove one level of nesting (one of the two dashes)';
  test.each<[string, unknown, readonly string[]]>([
    ['all paths', [['a'], ['b']], [`info lint-single-point-paths at should.0: each of these 2 alternatives has only one point, and only the best of them counts -> ${hint}`]],
    ['all paths beside points', ['a', [{ $contains: 'b' }], 'c', ['d']], [`info lint-single-point-paths at should.1: each of these 2 alternatives has only one point, and only the best of them counts -> ${hint}`]],
    ['a single path', ['a', ['b']], [`info lint-single-point-paths at should.1: this alternative has only one point, and only the best of them counts -> ${hint}`]],
    ['the paths of a block', ['a', [['b'], ['c'], ['d']]], [`info lint-single-point-paths at should.1: each of these 3 alternatives has only one point, and only the best of them counts -> ${hint}`]],
    ['not when one of them has more', [['a'], ['b', 'c']], []],
    ['not when one of a block has more', [[['a'], ['b', 'c']]], []],
  ])('%s', (_, raw, lints) => {
    expect(read(raw).lints).toEqual(lints);
  });
});

test('of alternatives in should_not the worst one counts', () => {
  expect(read([['a'], ['b']], 'should_not').lints).toEqual([expect.stringContaining('only the worst of them counts')]);
});

describe('negatives that judges may take either way', () => {
  test.each([
    'Response does not contain errors', 'The response does NOT recommend a share.', "Doesn't apologise", 'It doesn’t apologise', 'Avoids jargon',
    'Must not name the patient', 'Never asks for a password', 'No mention of the price', 'Makes no claims about health', 'The model should avoid slang',
    'Refrains from giving advice', 'is not rude', 'Not rude', 'Cannot be read as advice', 'Contains no reference to war',
  ])('%s', (text) => {
    expect(read([text]).lints).toEqual([expect.stringMatching(/^info lint-negative-point at should\.0: a point that judges assess says what must not be/u)]);
  });

  test.each([
    'Explains that water does not burn', 'Notes the limits', 'Names the carrier and avoids nothing', 'Now is the time', 'Nothing but the truth is told',
    'Advises to avoid the sun', 'Knows what is not known', 'States there are no known cases',
  ])('not: %s', (text) => {
    expect(read([text]).lints).toEqual([]);
  });

  test('alternatives are looked into; computed points and should_not are not', () => {
    expect(read(['a', ['b', 'Avoids c']]).lints).toEqual([expect.stringMatching(/ at should\.1\.1: /u)]);
    expect(read([{ $contains: 'does not' }, { fn: 'js', arg: 'x', text: 'does not burn' }]).lints).toEqual([]);
    expect(read(['Avoids c'], 'should_not').lints).toEqual([]);
  });
});
