import type { JsonValue, RubricPoint } from '@assay/schema';
import { expect, test } from 'vitest';
import { citationText, pointLabel } from './point-label.js';

test.each<[string, RubricPoint, string]>([
  ['a judged point is its text', { text: 'Is kind' }, 'Is kind'],
  ['a computed one its function and argument', { fn: 'not_contains', arg: 'a' }, '$not_contains "a"'],
  ['a list is shown as it is written', { fn: 'contains_any_of', arg: ['a', 'b'] }, '$contains_any_of ["a","b"]'],
  ['without an argument its function', { fn: 'is_json' }, '$is_json'],
  ['false and 0 are arguments', { fn: 'is_json', arg: false }, '$is_json false'],
  ['words of the file come first', { fn: 'contains', arg: 'a', text: 'Has an a' }, 'Has an a'],
  ['long arguments are cut', { fn: 'contains', arg: '👍'.repeat(500) }, `$contains "${'👍'.repeat(118)}…`],
])('%s', (_, point, label) => {
  expect(pointLabel(point)).toBe(label);
});

test.each<[JsonValue, string]>([
  ['Handbook, 3', 'Handbook, 3'],
  [{ title: 'Handbook', url: 'https://example.com/3' }, 'Handbook, https://example.com/3'],
  [{ name: 'Handbook' }, 'Handbook'],
  [{ title: 'https://example.com/3', url: 'https://example.com/3' }, 'https://example.com/3'],
  [['A', { url: 'https://example.com' }, 5], 'A; https://example.com; 5'],
  [{ page: 3 }, '{"page":3}'],
])('citation %j is %s', (citation, text) => {
  expect(citationText(citation)).toBe(text);
});
