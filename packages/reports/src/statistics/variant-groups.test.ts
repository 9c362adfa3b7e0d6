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
  accumulator.add(sampleRow({ conversationId: undefined, metrics: [{ name: 'similarity', value: 0.5 }, { name: 'delay', value: 3, unit: 'ms' }] }));
  accumulator.add(sampleRow({ caseId: 'another', conversationId: undefined, metrics: [{ name: 'similarity', value: -0.25 }, { name: 'similarity', value: Number.NaN }] }));
  accumulator.add(sampleRow({ metrics: [] }));
  expect(accumulator.result().groups[0]?.metrics).toEqual([
    { name: 'delay', mean: 3, unit: 'ms', rows: 1 },
    // Student's of 0.5 and −0.25: half of 0.75 times the 0.975 quantile for one degree of freedom, 12.7062.
    { name: 'similarity', mean: 0.125, interval: { low: expect.closeTo(0.125 - 0.375 * 12.7062047, 5), high: expect.closeTo(0.125 + 0.375 * 12.7062047, 5), level: 0.95 }, rows: 2 },
  ]);
});

test('repeats of a case are one measurement of how far it goes; numbers that cannot be squared have a mean alone', () => {
  const accumulator = createRunAccumulator();
  for (const [caseId, value] of [['a', 1], ['a', 3], ['b', 4]] as const) accumulator.add(sampleRow({ caseId, conversationId: undefined, metrics: [{ name: 'steps', value }, { name: 'huge', value: value * 1e300 }] }));
  const [huge, steps] = accumulator.result().groups[0]?.metrics ?? [];
  expect(steps?.mean).toBeCloseTo(8 / 3, 12);
  // Residuals of the clusters are −4/3 and 4/3: an error of √(2 · 2 · 16/9) / 3.
  expect((steps?.interval?.high ?? 0) - (steps?.mean ?? 0)).toBeCloseTo((12.7062047 * Math.sqrt((4 * 16) / 9)) / 3, 5);
  expect(huge).toEqual({ name: 'huge', mean: expect.closeTo(8e300 / 3, -290), rows: 3 });
});

test('notes about the run follow the reasons of its outcome', () => {
  const accumulator = createRunAccumulator();
  accumulator.add(row('', 1));
  const { outcome, reasons } = summarizeRun(accumulator.result(), { ...FACTS, notes: ['target "gpt" was given up'] });
  expect([outcome, ...reasons]).toEqual(['passed', 'the only trial passed', 'target "gpt" was given up']);
});
