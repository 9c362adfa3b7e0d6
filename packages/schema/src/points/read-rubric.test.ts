import { describe, expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { createPlainPointReader } from './point-reader.js';
import { readRubric } from './read-rubric.js';

function read(raw: unknown) {
  const { context, found } = recordingContext();
  const items = readRubric(createPlainPointReader(context), raw, ['should'], 'should');
  return { items, errors: found };
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
    expect(read(raw)).toEqual({ items, errors: [] });
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
