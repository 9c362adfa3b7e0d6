import { expect, test } from 'vitest';
import { createVariantLegend, mergeLegends } from './variant-legend.js';

type Row = Parameters<ReturnType<typeof createVariantLegend>['add']>[0];

function legendOf(rows: readonly Row[]) {
  const legend = createVariantLegend();
  for (const row of rows) legend.add(row);
  return legend.list();
}

const row = (label: string, settings: Omit<Row['variant'], 'label'> = {}, suite = 's'): Row => ({ suite, suitePath: `${suite}.yaml`, variant: { label, ...settings } });

test('nothing varied has no legend', () => {
  expect(legendOf([row(''), row('', { temperature: 1, system: 'x' })])).toBeUndefined();
});

test('every mark of a label is explained once, temperatures first, by number', () => {
  expect(
    legendOf([
      row('temp:1 sys:2', { temperature: 1 }),
      row('temp:0.5 sys:10', { temperature: 0.5, system: 'ten\nlines' }),
      row('temp:1 sys:2', { temperature: 1 }),
    ]),
  ).toEqual([
    { label: 'temp:0.5', suite: 's', suitePath: 's.yaml', temperature: 0.5 },
    { label: 'temp:1', suite: 's', suitePath: 's.yaml', temperature: 1 },
    { label: 'sys:2', suite: 's', suitePath: 's.yaml', system: null },
    { label: 'sys:10', suite: 's', suitePath: 's.yaml', system: 'ten lines' },
  ]);
});

test('a number that stands for different prompts says so, whatever the order', () => {
  const rows = [row('sys:1', { system: 'a' }), row('sys:1', { system: 'b' }), row('sys:1', { system: 'a' })];
  expect(legendOf(rows)).toEqual([{ label: 'sys:1', suite: 's', suitePath: 's.yaml', differs: true }]);
  expect(legendOf(rows.toReversed())).toEqual([{ label: 'sys:1', suite: 's', suitePath: 's.yaml', differs: true }]);
});

test('suites have marks of their own', () => {
  expect(legendOf([row('sys:1', { system: 'a' }, 'x'), row('sys:1', { system: 'b' }, 'y')])).toEqual([
    { label: 'sys:1', suite: 'x', suitePath: 'x.yaml', system: 'a' },
    { label: 'sys:1', suite: 'y', suitePath: 'y.yaml', system: 'b' },
  ]);
});

test('legends of two runs are joined; a prompt that was edited between them differs', () => {
  const a = legendOf([row('sys:1', { system: 'a' }), row('sys:2', { system: 'b' })]);
  const b = legendOf([row('sys:1', { system: 'changed' }), row('sys:3', { system: 'c' })]);
  expect(mergeLegends(a, b)).toEqual([
    { label: 'sys:1', suite: 's', suitePath: 's.yaml', differs: true },
    { label: 'sys:2', suite: 's', suitePath: 's.yaml', system: 'b' },
    { label: 'sys:3', suite: 's', suitePath: 's.yaml', system: 'c' },
  ]);
  expect(mergeLegends(a, undefined)).toBe(a);
  expect(mergeLegends(undefined, b)).toBe(b);
});

test('of too many marks the first in order are kept, whatever the order of the rows', () => {
  const rows = Array.from({ length: 300 }, (_, index) => row(`sys:${index + 1}`, { system: `prompt ${index + 1}` }));
  const legend = legendOf(rows);
  expect(legend).toHaveLength(200);
  expect(legend?.at(-1)).toMatchObject({ label: 'sys:200', system: 'prompt 200' });
  expect(legendOf(rows.toReversed())).toEqual(legend);
  const changed = [...rows.slice(250), row('sys:7', { system: 'another' }), ...rows.slice(0, 250)];
  expect(legendOf(changed)?.[6]).toEqual({ label: 'sys:7', suite: 's', suitePath: 's.yaml', differs: true });
});
