import { expect, test } from 'vitest';
import { foldCase, foldList, foldResponse } from './fold-case.js';

test.each([
  ['ABC', 'abc'],
  ['SÃO', 'são'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ΟΔΟΣ ΣΟΥ', 'οδοσ σου'],
  ['SA\u0303O', 'são'],
  // One character in lower case, two in upper case.
  ['J\u030C', 'ǰ'],
])('%j and %j differ only in case', (upper, lower) => {
  expect(foldCase(upper)).toBe(foldCase(lower));
});

test('what was folded before does not matter', () => {
  expect(['ONE', 'TWO', 'ONE'].map(foldResponse)).toEqual(['one', 'two', 'one']);
  const list = ['A', 'B'];
  expect(foldList(list)).toEqual(['a', 'b']);
  expect(foldList(list)).toBe(foldList(list));
  expect(foldList(['C'])).toEqual(['c']);
});
