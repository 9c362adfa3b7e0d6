import { expect, test } from 'vitest';
import { compareNatural, comparePlaces, orderBy, parsePlace } from './natural-order.js';

test('numbers in names are ordered as numbers', () => {
  expect(['case-10', 'case-9', 'Case-1'].sort(compareNatural)).toEqual(['Case-1', 'case-9', 'case-10']);
});

test('names that a person would call equal still have one order', () => {
  expect(compareNatural('a1', 'a01')).not.toBe(0);
  expect(Math.sign(compareNatural('a1', 'a01'))).toBe(-Math.sign(compareNatural('a01', 'a1')));
});

test.each([
  ['evals/a.yaml:12:5', { file: 'evals/a.yaml', line: 12, column: 5 }],
  ['evals/a.jsonl:7', { file: 'evals/a.jsonl', line: 7, column: 0 }],
  [String.raw`C:\evals\a.yaml:3:1`, { file: String.raw`C:\evals\a.yaml`, line: 3, column: 1 }],
  ['folder', { file: 'folder', line: 0, column: 0 }],
])('a place %s is read', (source, place) => {
  expect(parsePlace(source)).toEqual(place);
});

test('places are ordered by file, then by line as a number', () => {
  const places = ['b.yaml:1:1', 'a.yaml:10:1', 'a.yaml:9:7', 'a.yaml:9:3'];
  expect(places.sort((a, b) => comparePlaces(parsePlace(a), parsePlace(b)))).toEqual([
    'a.yaml:9:3',
    'a.yaml:9:7',
    'a.yaml:10:1',
    'b.yaml:1:1',
  ]);
});

test('known names come in the order given, others after them', () => {
  expect(['x', 'b', 'a', 'c'].sort(orderBy(['b', 'a']))).toEqual(['b', 'a', 'c', 'x']);
});
