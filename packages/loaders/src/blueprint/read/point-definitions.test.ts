import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readRubric, writtenPath } from '@assay/schema';
import { createPointReader } from './point-definitions.js';

function read(definitions: unknown, should: readonly unknown[] = []) {
  const { context, found } = recordingContext();
  const reader = createPointReader(context, definitions, ['point_defs']);
  const items = readRubric(reader, should.length === 0 ? null : should, ['should'], 'should');
  const place = (...path: (string | number)[]) => writtenPath({ should: items }, ['should', ...path], reader.origins, { should: ['should'] }).join('.');
  return { items, found, place };
}

describe('definitions', () => {
  test.each<[string, unknown, object]>([
    ['a text is a script', 'return 1;', { fn: 'js', arg: 'return 1;' }],
    ['a call', { $word_count_between: [1, 9] }, { fn: 'word_count_between', arg: [1, 9] }],
    ['a function object', { fn: 'contains', arg: 'x', weight: 2 }, { fn: 'contains', arg: 'x', weight: 2 }],
    ['a judged point', { point: 'Is kind.', citation: 'R' }, { text: 'Is kind.', citation: 'R' }],
    ['a text with its citation', { 'Is kind.': 'R' }, { text: 'Is kind.', citation: 'R' }],
  ])('%s', (_, definition, point) => {
    expect(read({ one: definition }, [{ $ref: 'one' }])).toMatchObject({ items: [point], found: [] });
  });

  test('weight and citation beside $ref are kept, over those of the definition', () => {
    const { items, found } = read({ one: { $contains: 'x', weight: 2, citation: 'R' } }, [
      { $ref: 'one' },
      { $ref: 'one', multiplier: 5 },
      { $ref: 'one', reference: 'S' },
    ]);
    expect(items).toEqual([
      { fn: 'contains', arg: 'x', weight: 2, citation: 'R' },
      { fn: 'contains', arg: 'x', weight: 5, citation: 'R' },
      { fn: 'contains', arg: 'x', weight: 2, citation: 'S' },
    ]);
    expect(found).toEqual([]);
  });

  test('a definition may refer to another, also to a later one', () => {
    expect(read({ a: { $ref: 'b', weight: 3 }, b: 'return 1;' }, [{ $ref: 'a' }])).toMatchObject({
      items: [{ fn: 'js', arg: 'return 1;', weight: 3 }],
      found: [],
    });
  });

  test('a reference that is written as one text is followed, with a warning', () => {
    const { items, found } = read({ band: 'return 1;' }, ['$ref: band']);
    expect(items).toEqual([{ fn: 'js', arg: 'return 1;' }]);
    expect(found).toEqual([expect.stringMatching(/^warning call-as-text /u)]);
  });
});

describe('what is wrong with definitions', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['no mapping', ['x'], ['error invalid-field at point_defs: point_defs must be a mapping from names to points, not a list -> write NAME: and a script or a point']],
    ['an empty script', { a: ' ' }, ['error invalid-field at point_defs.a: a definition must not be empty -> write a script, or a point as a mapping']],
    ['a list', { a: ['x'] }, [expect.stringMatching(/^error invalid-field at point_defs\.a: a point must be a text or a mapping, not a list/u)]],
    ['itself', { a: { $ref: 'a' } }, ['error circular-reference at point_defs.a.$ref: the definition "a" refers back to itself -> write the point out in one of the definitions']],
    ['a circle', { a: { $ref: 'b' }, b: { $ref: 'c' }, c: { $ref: 'a' } }, ['error circular-reference at point_defs.c.$ref: the definition "a" refers back to itself -> write the point out in one of the definitions']],
  ])('%s', (_, definitions, findings) => {
    expect(read(definitions, [{ point: 'x' }]).found).toEqual(findings);
  });

  test('a definition that is wrong is reported once, however often it is used', () => {
    expect(read({ a: 5 }, [{ $ref: 'a' }, { $ref: 'a' }]).found).toHaveLength(1);
  });

  test('a name is unknown where nothing is defined', () => {
    expect(read({}, [{ $ref: 'x' }]).found).toEqual(['error unknown-reference at should.0.$ref: point_defs has no "x" -> define it under point_defs']);
  });

  test('an unknown name is an error with the nearest one, at its place', () => {
    expect(read({ score_band: 'return 1;', other: 'return 0;' }, [{ $ref: 'scoreband' }, { $ref: 'zzz' }, { $ref: 'constructor' }]).found).toEqual([
      'error unknown-reference at should.0.$ref: point_defs has no "scoreband" -> did you mean score_band?',
      'error unknown-reference at should.1.$ref: point_defs has no "zzz" -> defined: score_band, other',
      'error unknown-reference at should.2.$ref: point_defs has no "constructor" -> defined: score_band, other',
    ]);
  });
});

test('a path in the options leads to what was written, definitions included', () => {
  const { place } = read({ band: 'return 1;', words: { $word_count_between: [1, 9] } }, [
    { $contains: 'x', multiplier: 2 },
    [{ fn: 'matches', fnArgs: ['a', 'b'] }, 'Is kind.'],
    { $ref: 'band', weight: 2 },
    { $ref: 'words' },
    { 'Is kind.': 'R' },
  ]);
  expect(place(0)).toBe('should.0');
  expect(place(0, 'fn')).toBe('should.0.$contains');
  expect(place(0, 'arg')).toBe('should.0.$contains');
  expect(place(0, 'weight')).toBe('should.0.multiplier');
  expect(place(1)).toBe('should.1');
  expect(place(1, 0, 'fn')).toBe('should.1.0.fn');
  expect(place(1, 0, 'arg', 1)).toBe('should.1.0.fnArgs.1');
  expect(place(1, 1, 'text')).toBe('should.1.1');
  expect(place(2, 'arg')).toBe('point_defs.band');
  expect(place(2, 'weight')).toBe('should.2.weight');
  expect(place(3, 'arg', 1)).toBe('point_defs.words.$word_count_between.1');
  expect(place(4, 'text')).toBe('should.4.Is kind.');
  expect(place(4, 'citation')).toBe('should.4.Is kind.');
  expect(place(9, 'arg')).toBe('should.9.arg');
  expect(place()).toBe('should');
});
