import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { createPlainPointReader, readRubric } from '@assay/schema';
import { lintRubric } from './lint-points.js';

function lint(raw: unknown, key: 'should' | 'should_not' = 'should'): readonly string[] {
  const { context, found } = recordingContext();
  const reader = createPlainPointReader(context);
  const items = readRubric(reader, raw, [key], key);
  expect(found).toEqual([]);
  lintRubric(reader, items, [key], key);
  return found;
}

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
    expect(lint(raw)).toEqual(lints);
  });
});

test('of alternatives in should_not the worst one counts', () => {
  expect(lint([['a'], ['b']], 'should_not')).toEqual([expect.stringContaining('only the worst of them counts')]);
});

describe('negatives that judges may take either way', () => {
  test.each([
    'Response does not contain errors', 'The response does NOT recommend a share.', "Doesn't apologise", 'It doesn’t apologise', 'Avoids jargon',
    'Must not name the patient', 'Never asks for a password', 'No mention of the price', 'Makes no claims about health', 'The model should avoid slang',
    'Refrains from giving advice', 'is not rude', 'Not rude', 'Cannot be read as advice', 'Contains no reference to war',
  ])('%s', (text) => {
    expect(lint([text])).toEqual([expect.stringMatching(/^info lint-negative-point at should\.0: a point that judges assess says what must not be/u)]);
  });

  test.each([
    'Explains that water does not burn', 'Notes the limits', 'Names the carrier and avoids nothing', 'Now is the time', 'Nothing but the truth is told',
    'Advises to avoid the sun', 'Knows what is not known', 'States there are no known cases',
  ])('not: %s', (text) => {
    expect(lint([text])).toEqual([]);
  });

  test('alternatives are looked into; computed points and should_not are not', () => {
    expect(lint(['a', ['b', 'Avoids c']])).toEqual([expect.stringMatching(/ at should\.1\.1: /u)]);
    expect(lint([{ $contains: 'does not' }, { fn: 'js', arg: 'x', text: 'does not burn' }])).toEqual([]);
    expect(lint(['Avoids c'], 'should_not')).toEqual([]);
  });
});
