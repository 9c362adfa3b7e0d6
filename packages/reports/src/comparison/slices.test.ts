import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { sliceKey } from '../statistics/slices/slice-key.js';
import { compareSlices, createSlicedRuns, renderComparisonSlices } from './slices.js';

const row = (caseId: string, score: number | null, ...tags: readonly string[]) => sampleRow({ caseId, score, tags, target: 'mock' });

type Rows = readonly ReturnType<typeof row>[];

function sliced(key: string, a: Rows, b: Rows) {
  const runs = createSlicedRuns(sliceKey(key));
  for (const each of a) runs.a.add(each);
  for (const each of b) runs.b.add(each);
  return compareSlices(runs, { targets: TARGETS, tie: 0 });
}

const TARGETS = [{ a: 'mock', b: 'mock' }];

test('cases are held against each other apart for each value, those without one last', () => {
  const a = [row('one', 0, 'x', 'y'), row('two', 1, 'x'), row('three', 1), row('gone', 1, 'z')];
  const b = [row('one', 1, 'x', 'y'), row('two', 0.5, 'x'), row('three', null)];
  const slices = sliced('tag', a, b);
  expect(slices.map(({ value, numbers: { compared, wins, losses, onlyInA, unscored } }) => [value, compared, wins, losses, onlyInA.count, unscored.count])).toEqual([
    ['x', 2, 1, 1, 0, 0],
    ['y', 1, 1, 0, 0, 0],
    ['z', 0, 0, 0, 1, 0],
    ['', 0, 0, 0, 0, 1],
  ]);
});

test('evaluators are compared by their own scores', () => {
  const of = (score: number) => sampleRow({ evaluators: [{ name: 'tone', type: 'contains', weight: 1, score }], target: 'mock' });
  const [tone] = sliced('evaluator', [of(0.25)], [of(1)]);
  expect(tone).toMatchObject({ value: 'tone', numbers: { change: { difference: 0.75 } } });
});

test('the table keeps to its width, and runs no escape codes', () => {
  const rows = ['\u001B[31mred', 'x'.repeat(200), ...Array.from({ length: 300 }, (_, index) => `t${index}`)].map((tag, index) => row(`c${index}`, 1, tag));
  const slices = sliced('tag', rows, rows);
  expect(slices).toHaveLength(201);
  const text = renderComparisonSlices('tag', slices, { columns: 60, color: false });
  expect(text).not.toContain('\u001B');
  for (const line of text.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});

test('of more than 200 values both runs have the same by themselves, whatever came first in each, and the others are one', () => {
  const rows = Array.from({ length: 210 }, (_, index) => row(`c${index}`, 1, `t${index}`));
  const slices = sliced('tag', rows, rows.toReversed());
  expect(slices.slice(0, 200).every(({ numbers }) => numbers.compared === 1 && numbers.onlyInA.count + numbers.onlyInB.count === 0)).toBe(true);
  expect(slices[200]).toMatchObject({ value: '', others: true, numbers: { compared: 10 } });
  expect(renderComparisonSlices('tag', slices, { columns: 80, color: false })).toMatch(/\n\(others\) +10 /u);
});

test('of several values that are worse by chance alone none is called worse: it is corrected for how many there are', () => {
  // Five passes that now fail: p = 1/32 for a value by itself.
  const rows = (score: number, tag: string) => Array.from({ length: 5 }, (_, index) => row(`${tag}${index}`, score, tag));
  const [alone] = sliced('tag', rows(1, 'x'), rows(0, 'x'));
  expect(alone?.numbers.change).toMatchObject({ pWorse: 1 / 32, verdict: 'worse' });
  const both = sliced('tag', [...rows(1, 'x'), ...rows(1, 'y')], [...rows(0, 'x'), ...rows(1, 'y')]);
  expect(both.map(({ value, numbers: { change } }) => [value, change?.pWorse, change?.pWorseAdjusted, change?.verdict])).toEqual([['x', 1 / 32, 1 / 16, 'undecided'], ['y', 1, 1, 'undecided']]);
});
