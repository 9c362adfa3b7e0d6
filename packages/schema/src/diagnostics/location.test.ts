import { expect, test } from 'vitest';
import { formatLocation } from './location.js';

test('a place is file:line:column, the form that terminals link', () => {
  expect(formatLocation({ file: 'evals/a b.yaml', line: 12, column: 3 })).toBe('evals/a b.yaml:12:3');
});
