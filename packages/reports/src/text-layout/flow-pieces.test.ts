import { expect, test } from 'vitest';
import { flowPieces, type Piece } from './flow-pieces.js';
import { createPaint } from './paint.js';

const paint = createPaint(false);
const pieces = (...texts: readonly string[]): readonly Piece[] => texts.map((text) => ({ text, color: 'plain' }));

test('pieces that do not fit go to the next line as a whole', () => {
  expect(flowPieces(pieces('one', 'two', 'three four'), { width: 12, indent: 2, gap: 2, paint })).toEqual([
    'one  two',
    '  three four',
  ]);
});

test('a piece that is wider than a line is broken', () => {
  expect(flowPieces(pieces('one', 'evals/a/b/c.yaml:1:1'), { width: 16, indent: 2, gap: 2, paint })).toEqual([
    'one',
    '  evals/a/b/',
    '  c.yaml:1:1',
  ]);
});

test('empty pieces take no room', () => {
  expect(flowPieces(pieces('', 'one', '', 'two'), { width: 20, indent: 0, gap: 2, paint })).toEqual(['one  two']);
});
