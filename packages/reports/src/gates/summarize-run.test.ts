import { NOTHING_TO_SCORE, type ResultRow } from '@assay/schema';
import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createRunAccumulator } from '../statistics/run-accumulator.js';
import { summarizeRun, type RunFacts } from './summarize-run.js';

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

/** Two trials, one borderline: all that was planned, unless the facts say otherwise. */
function summaryOf(overrides: Partial<RunFacts>): ReturnType<typeof summarizeRun> {
  const accumulator = createRunAccumulator();
  accumulator.add(sampleRow());
  const verdictBounds = { worst: 'borderline', best: 'borderline' } as const;
  accumulator.add(sampleRow({ trialKey: 'other', score: 0.7, scoreBounds: { worst: 0.7, best: 0.7 }, verdict: 'borderline', verdictBounds }));
  return summarizeRun(accumulator.result(), { ...facts, ...overrides });
}

describe('what the caller tells decides the outcome', () => {
  test.each<readonly [name: string, told: Partial<RunFacts>, outcome: string, complete: boolean]>([
    ['nothing besides', {}, 'passed', true],
    ['an interruption', { interrupted: true }, 'interrupted', false],
    ['no interruption', { interrupted: false }, 'passed', true],
    ['a file that is wrong', { invalid: 'set.jsonl:3: it is wrong' }, 'invalid', false],
    ['what stopped the run', { stopped: 'the disk is full' }, 'undecided', false],
    ['trials that did not finish', { plannedTrials: 3 }, 'undecided', false],
    ['no number of planned trials', { plannedTrials: undefined }, 'passed', true],
    ['that borderline fails', { failOn: 'borderline' }, 'failed', true],
    ['that borderline does not fail', { failOn: 'fail' }, 'passed', true],
  ])('%s', (_name, told, outcome, complete) => {
    expect(summaryOf(told)).toMatchObject({ outcome, complete });
  });

  test('notes follow the reasons', () => {
    expect(summaryOf({ notes: ['target "demo" was given up'] }).reasons).toEqual([
      'geography on mock: score 0.85 reaches the threshold 0.5',
      'target "demo" was given up',
    ]);
  });
});

test('a prompt that nothing scores leaves a run passed when the others are, and undecided when it is alone', () => {
  const unrated = sampleErrorRow({ caseId: 'open-end', trialKey: 'unrated', error: { code: NOTHING_TO_SCORE, message: 'nothing asks for a score' } });
  const outcomeOf = (rows: readonly ResultRow[]): string => {
    const statistics = createRunAccumulator();
    for (const row of rows) statistics.add(row);
    return summarizeRun(statistics.result(), { ...facts, plannedTrials: undefined, threshold: undefined }).outcome;
  };
  expect(outcomeOf([unrated, sampleRow()])).toBe('passed');
  expect(outcomeOf([unrated])).toBe('undecided');
});
