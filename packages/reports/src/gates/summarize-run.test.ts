import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createRunAccumulator } from '../statistics/run-accumulator.js';
import { summarizeRun } from './summarize-run.js';

const facts = {
  runId: 'run-1',
  location: '.assay/runs/run-1',
  skippedCases: 2,
  plannedTrials: 2,
  durationMs: 10,
  threshold: 0.5,
};

test('a summary holds the statistics, the facts and what they decide', () => {
  const accumulator = createRunAccumulator();
  accumulator.add(sampleRow());
  accumulator.add(sampleErrorRow());
  expect(summarizeRun(accumulator.result(), facts)).toMatchObject({
    ...facts,
    outcome: 'passed',
    exitCode: 0,
    reasons: ['geography on mock: score 0.50 reaches the threshold 0.5'],
    groups: [{ suite: 'geography', trials: 2 }],
    problemCount: 1,
  });
});

test('an interruption is told by the caller', () => {
  const summary = summarizeRun(createRunAccumulator().result(), { ...facts, interrupted: true });
  expect(summary).toMatchObject({ outcome: 'interrupted', exitCode: 130 });
});
