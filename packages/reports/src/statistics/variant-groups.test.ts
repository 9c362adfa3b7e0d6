import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { summarizeRun } from '../gates/summarize-run.js';
import { createRunAccumulator } from './run-accumulator.js';

const FACTS = { runId: 'r', location: 'runs/r', skippedCases: 0, plannedTrials: undefined, durationMs: 1, threshold: undefined };

const row = (label: string, score: number) =>
  sampleRow({ variant: { label }, score, scoreBounds: { worst: score, best: score }, verdict: score >= 0.8 ? 'pass' : 'fail' });

test('every variant of a target is a group of its own, in the order of its numbers', () => {
  const accumulator = createRunAccumulator();
  for (const label of ['temp:1', 'temp:0.5', 'temp:0.25', 'temp:1']) accumulator.add(row(label, label === 'temp:1' ? 0 : 1));
  const { groups } = accumulator.result();
  expect(groups.map(({ variant, trials, score }) => [variant, trials, score])).toEqual([
    ['temp:0.25', 1, 1],
    ['temp:0.5', 1, 1],
    ['temp:1', 2, 0],
  ]);
  expect(summarizeRun(accumulator.result(), FACTS).reasons).toEqual([`${groups[0]?.suite} on mock[temp:1]: 2 of 2 trials failed`]);
});

test('without variants a group has no such field', () => {
  const accumulator = createRunAccumulator();
  accumulator.add(row('', 1));
  expect(accumulator.result().groups[0]).not.toHaveProperty('variant');
  expect(accumulator.result().groups[0]).not.toHaveProperty('metrics');
});

test('metrics of rows come out as their means, over the rows that have them', () => {
  const accumulator = createRunAccumulator();
  accumulator.add(sampleRow({ metrics: [{ name: 'similarity', value: 0.5 }, { name: 'delay', value: 3, unit: 'ms' }] }));
  accumulator.add(sampleRow({ metrics: [{ name: 'similarity', value: -0.25 }, { name: 'similarity', value: Number.NaN }] }));
  accumulator.add(sampleRow({ metrics: [] }));
  expect(accumulator.result().groups[0]?.metrics).toEqual([
    { name: 'delay', mean: 3, unit: 'ms', rows: 1 },
    { name: 'similarity', mean: 0.125, rows: 2 },
  ]);
});

test('notes about the run follow the reasons of its outcome', () => {
  const accumulator = createRunAccumulator();
  accumulator.add(row('', 1));
  const { outcome, reasons } = summarizeRun(accumulator.result(), { ...FACTS, notes: ['target "gpt" was given up'] });
  expect([outcome, ...reasons]).toEqual(['passed', 'the only trial passed', 'target "gpt" was given up']);
});
