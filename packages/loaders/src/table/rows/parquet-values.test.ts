import { expect, test } from 'vitest';
import { cellOf } from './parquet-values.js';

const words = new TextEncoder().encode('category');

test.each([
  ['a time of a day is no whole number', words, { timeUnits: 1_000_000n }],
  ['a time of a day is no whole number', 1.5, { timeUnits: 1000n }],
  ['the time 86400000 is none of a day', 86_400_000, { timeUnits: 1000n }],
  ['a decimal is no whole number', 1.5, { scale: 2 }],
  ['a decimal is no whole number', 'category', { scale: 2 }],
])('what a damaged file has in the place of a value is refused: %s, %j', (message, value, kind) => {
  expect(() => cellOf(value, kind)).toThrow(expect.objectContaining({ name: 'ParquetError', message }));
});

test.each([
  ['12:30:00.000', 45_000_000_000n, { timeUnits: 1_000_000n }],
  [-1.25, -125, { scale: 2 }],
  [1.25, new Uint8Array([125]), { scale: 2 }],
])('values of such columns are read: %j', (cell, value, kind) => {
  expect(cellOf(value, kind)).toBe(cell);
});
