import { describe, expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { pickKey, pickSpelling } from './pick-spelling.js';

const NAMES = ['input_messages', 'input'];

describe('pickKey', () => {
  test.each([
    [{}, undefined],
    [{ input: null, input_messages: null }, undefined],
    [{ input: 'a' }, 'input'],
    [{ input: 'a', input_messages: null }, 'input'],
    [{ input_messages: 'a' }, 'input_messages'],
    [{ input: 'a', input_messages: 'a' }, 'input_messages'],
  ])('%j has the field under %s, without a word', (raw, key) => {
    const { context, found } = recordingContext();
    expect(pickKey(context, raw, [], NAMES)).toBe(key);
    expect(found).toEqual([]);
  });

  test.each([
    ['canonical', 'input_messages', 'input'],
    ['shorthand', 'input', 'input_messages'],
  ] as const)('of two that differ, %s prefers %s and warns at the other', (aliasPrecedence, winner, loser) => {
    const { context, found } = recordingContext({ aliasPrecedence });
    expect(pickKey(context, { input: 'a', input_messages: 'b' }, ['cases', 3], NAMES)).toBe(winner);
    expect(found).toEqual([
      `warning alias-conflict at key cases.3.${loser}: ${winner} and ${loser} differ; ${winner} is used (${winner} is here: key cases.3.${winner}) -> keep one of the two, or say which wins with alias_precedence: canonical | shorthand`,
    ]);
  });

  test('shorthand prefers an alias over the canonical name only when it is there', () => {
    const { context } = recordingContext({ aliasPrecedence: 'shorthand' });
    expect(pickKey(context, { expected_outcome: 'a' }, [], ['expected_outcome', 'outcome'])).toBe('expected_outcome');
  });
});

describe('pickSpelling', () => {
  const spellings = (...values: readonly unknown[]) => values.map((value, index) => ({ label: `name${index}`, path: [`name${index}`], value }));

  test('values that mean the same in their long form are no conflict', () => {
    const { context, found } = recordingContext();
    const expand = (value: unknown): unknown => (Array.isArray(value) ? value : [value]);
    expect(pickSpelling(context, spellings('a', ['a']), 'name0', expand)?.value).toBe('a');
    expect(found).toEqual([]);
  });

  test('the order of keys does not make values differ', () => {
    const { context, found } = recordingContext();
    pickSpelling(context, spellings({ a: 1, b: 2 }, { b: 2, a: 1 }), 'name0');
    expect(found).toEqual([]);
  });

  test('every loser that differs is named', () => {
    const { context, found } = recordingContext();
    expect(pickSpelling(context, spellings('a', 'b', 'c'), 'name0')?.label).toBe('name0');
    expect(found.map((line) => line.split(':', 1)[0])).toEqual(['warning alias-conflict at key name1', 'warning alias-conflict at key name2']);
  });
});
