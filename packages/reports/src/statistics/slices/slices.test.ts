import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import type { ResultRow } from '@assay/schema';
import { gaffkeRatio } from '@assay/statistics';
import { expect, test } from 'vitest';
import { renderSlices } from './render-slices.js';
import { SLICE_KEY, sliceKey } from './slice-key.js';
import { createSlices, type Slice } from './slices.js';

function slicesOf(name: string, rows: readonly ResultRow[]): readonly Slice[] {
  const slices = createSlices(sliceKey(name));
  for (const row of rows) slices.add(row);
  return slices.list();
}

const ROWS = [
  sampleRow({ tags: ['lang:de', 'easy'], score: 1, target: 'b' }),
  sampleRow({ tags: ['lang:de', 'lang:en'], score: 0.5, target: 'a' }),
  sampleErrorRow({ tags: ['lang:en'], target: 'a' }),
  sampleRow({ score: 0, target: 'b', variant: { label: 'temp:0.5' } }),
];
const of = (slices: readonly Slice[]): unknown => slices.map(({ value, trials, unscored, passed, mean, passRate }) => [value, trials, unscored, passed, mean, passRate]);

test.each([
  ['target', [['a', 2, 1, 0, 0.5, 0], ['b', 2, 0, 1, 0.5, 0.5]]],
  ['tag:lang', [['de', 2, 0, 1, 0.75, 0.5], ['en', 2, 1, 0, 0.5, 0], ['', 1, 0, 0, 0, 0]]],
  ['tag', [['easy', 1, 0, 1, 1, 1], ['lang:de', 2, 0, 1, 0.75, 0.5], ['lang:en', 2, 1, 0, 0.5, 0], ['', 1, 0, 0, 0, 0]]],
  ['suite', [['geography', 4, 1, 1, 0.5, 1 / 3]]],
  ['variant', [['temp:0.5', 1, 0, 0, 0, 0], ['', 3, 1, 1, 0.75, 0.5]]],
  ['evaluator', [['contains', 3, 0, 3, 1, 1]]],
])('by %s: trials, unscored ones, passed ones, mean and rate of each value', (name, expected) => {
  expect(name).toMatch(SLICE_KEY);
  expect(of(slicesOf(name, ROWS))).toEqual(expected);
});

test('variables of cases are keys too', () => {
  const rows = [sampleRow({ vars: { region: 'north' } }), sampleRow({ vars: { region: 'north', n: 1 } }), sampleRow({ vars: { region: { a: 1 } } }), sampleRow()];
  expect(slicesOf('var:region', rows).map(({ value, trials }) => [value, trials])).toEqual([
    ['{"a":1}', 1],
    ['north', 2],
    ['', 1],
  ]);
  expect('var:toString').toMatch(SLICE_KEY);
  expect(slicesOf('var:toString', rows)).toMatchObject([{ value: '', trials: 4 }]);
});

test('a mean has an interval over cases: replies to one hang together', () => {
  const rows = ['a', 'b', 'c', 'd'].map((caseId) => sampleRow({ caseId, score: 1, conversationId: undefined, caseWeight: 1 }));
  const [once] = slicesOf('target', rows);
  expect(once?.interval).toMatchObject({ method: 'clopper_pearson', clusters: 4, high: 1 });
  const [twice] = slicesOf('target', [...rows, ...rows.map((row) => ({ ...row, repeat: 2 }))]);
  expect(twice).toMatchObject({ trials: 8, interval: { method: 'gaffke', clusters: 4 } });
  expect([once?.passInterval, twice?.passInterval]).toMatchObject([{ method: 'clopper_pearson', clusters: 4 }, { method: 'gaffke', clusters: 4 }]);
  expect(slicesOf('target', [sampleErrorRow()])[0]).not.toHaveProperty('interval');
});

test('an interval knows how long a conversation is that lost its scores', () => {
  const alone = ['a', 'b', 'c'].map((caseId) => sampleRow({ caseId, score: 1, conversationId: undefined, caseWeight: 1 }));
  const lost = ['d', 'e', 'f', 'g'].map((caseId) => sampleErrorRow({ caseId, conversationId: 'long', suite: 'geography', target: 'mock' }));
  const places = new Set([...alone, ...lost].map(({ target }) => target));
  expect(places.size).toBe(1);
  const [slice] = slicesOf('target', [...alone, ...lost]);
  const { low } = gaffkeRatio([1, 1, 1], [1, 1, 1], { largestWeight: 4 });
  expect([slice?.interval?.low, slice?.passInterval?.low]).toEqual([expect.closeTo(low, 8), expect.closeTo(low, 8)]);
});

test('200 values have a slice each, and the others share one', () => {
  const slices = slicesOf('target', Array.from({ length: 500 }, (_, index) => sampleRow({ target: `t${index}` })));
  expect(slices).toHaveLength(201);
  expect(slices.at(-1)).toMatchObject({ others: true, trials: 300, mean: 1 });
});

test.each(['', 'tags', 'tag:', '__proto__', 'score'])('%j is no key', (name) => {
  expect(name).not.toMatch(SLICE_KEY);
  expect(() => sliceKey(name)).toThrow(`results cannot be sliced by "${name}"`);
});

test('the table keeps to its width, and to one line for each value', async () => {
  const slices = createSlices(sliceKey('target'));
  for (const target of ['a\n\u001B[31mb', 'x'.repeat(100), '漢字']) slices.add(sampleRow({ target, score: 0.5 }));
  for (const columns of [20, 40, 80]) {
    const lines = (await renderSlices(slices, { columns, color: false })).trimEnd().split('\n');
    expect(lines).toHaveLength(columns === 20 ? lines.length : 4);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  }
  expect(await renderSlices(slices, { columns: 80, color: false })).not.toContain('\u001B');
});

test('a key that no row has is told, with what they have instead', () => {
  const told = (name: string, rows: readonly ResultRow[]) => {
    const key = sliceKey(name);
    const slices = createSlices(key);
    for (const row of rows) slices.add(row);
    const found = key.unknown();
    return found && `${found.message}: ${found.hint}`;
  };
  const rows = [sampleRow({ vars: { region: 'eu', size: 1 } }), ...ROWS];
  expect(told('var:region', rows)).toBeUndefined();
  expect(told('var:regoin', rows)).toBe('no case has a variable "regoin": did you mean "region"?');
  expect(told('var:x', rows)).toBe('no case has a variable "x": there are: region, size');
  expect(told('var:toString', ROWS)).toBe('no case has a variable "toString": the cases have none at all');
  expect(told('tag:lang', rows)).toBeUndefined();
  expect(told('tag:zzz', [...rows, sampleRow({ tags: ['a:b:c'] })])).toBe('no case has a tag of the form KEY:VALUE with the key "zzz": there are: lang, a');
  expect(told('tag:a:b', [sampleRow({ tags: ['a:b:c'] })])).toBeUndefined();
  expect(told('var:x', [])).toBeUndefined();
  expect(told('suite', ROWS)).toBeUndefined();
});
