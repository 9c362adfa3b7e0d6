import { expect, test } from 'vitest';
import { layoutTable, type Column } from './layout-table.js';
import { createPaint } from './paint.js';

const paint = createPaint(false);
const cells = (...texts: readonly string[]): Column['cells'] => texts.map((text) => ({ text }));
const columns: readonly Column[] = [
  { header: 'Suite', align: 'left', cells: cells('support-agent', '日本語'), minWidth: 6 },
  { header: 'Pass', align: 'right', cells: cells('10', '9') },
  { header: 'Cost', align: 'right', cells: cells('$0.0123', '–'), drop: 1 },
  { header: 'p95', align: 'right', cells: cells('1.2 s', '2.0 s'), drop: 2, spare: true },
];

test('numbers stand to the right, wide characters count double', () => {
  expect(layoutTable(columns, 40, paint)).toEqual([
    'Suite          Pass     Cost    p95',
    'support-agent    10  $0.0123  1.2 s',
    '日本語            9        –  2.0 s',
  ]);
});

test('a spare column goes before any name is cut', () => {
  expect(layoutTable(columns, 30, paint)).toEqual([
    'Suite          Pass     Cost',
    'support-agent    10  $0.0123',
    '日本語            9        –',
  ]);
});

test('then names are cut, as far as they may be', () => {
  expect(layoutTable(columns, 21, paint)?.[1]).toBe('suppo…    10  $0.0123');
});

test('then columns go', () => {
  expect(layoutTable(columns, 20, paint)?.[1]).toBe('support-agent    10');
});

test('a table that cannot fit is not drawn', () => {
  expect(layoutTable(columns, 11, paint)).toBeUndefined();
});
