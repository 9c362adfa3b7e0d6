import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { sliceKey } from '../statistics/slices/slice-key.js';
import { compareSlices, createSlicedScores, renderComparisonSlices } from './slices.js';

const row = (caseId: string, score: number | null, ...tags: readonly string[]) => sampleRow({ caseId, score, tags, target: 'mock' });

function sliced(key: string, rows: readonly ReturnType<typeof row>[]) {
  const scores = createSlicedScores(sliceKey(key));
  for (const each of rows) scores.add(each);
  return scores;
}

const TARGETS = [{ a: 'mock', b: 'mock' }];

test('cases are held against each other apart for each value, those without one last', () => {
  const a = sliced('tag', [row('one', 0, 'x', 'y'), row('two', 1, 'x'), row('three', 1), row('gone', 1, 'z')]);
  const b = sliced('tag', [row('one', 1, 'x', 'y'), row('two', 0.5, 'x'), row('three', null)]);
  const slices = compareSlices(a, b, { targets: TARGETS, tie: 0 });
  expect(slices.map(({ value, numbers: { compared, wins, losses, onlyInA, unscored } }) => [value, compared, wins, losses, onlyInA.count, unscored.count])).toEqual([
    ['x', 2, 1, 1, 0, 0],
    ['y', 1, 1, 0, 0, 0],
    ['z', 0, 0, 0, 1, 0],
    ['', 0, 0, 0, 0, 1],
  ]);
});

test('evaluators are compared by their own scores', () => {
  const of = (score: number) => sampleRow({ evaluators: [{ name: 'tone', type: 'contains', weight: 1, score }], target: 'mock' });
  const [tone] = compareSlices(sliced('evaluator', [of(0.25)]), sliced('evaluator', [of(1)]), { targets: TARGETS, tie: 0 });
  expect(tone).toMatchObject({ value: 'tone', numbers: { change: { difference: 0.75 } } });
});

test('the table keeps to its width, and runs no escape codes', () => {
  const rows = ['\u001B[31mred', 'x'.repeat(200), ...Array.from({ length: 300 }, (_, index) => `t${index}`)].map((tag, index) => row(`c${index}`, 1, tag));
  const slices = compareSlices(sliced('tag', rows), sliced('tag', rows), { targets: TARGETS, tie: 0 });
  expect(slices).toHaveLength(200);
  const text = renderComparisonSlices('tag', slices, { columns: 60, color: false });
  expect(text).not.toContain('\u001B');
  for (const line of text.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});
