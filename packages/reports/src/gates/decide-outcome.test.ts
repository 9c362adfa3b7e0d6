import { sampleGroup } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import type { GroupStatistics } from '../statistics/group-accumulator.js';
import { decideOutcome, type OutcomeInput } from './decide-outcome.js';

/** A group of ten trials that passed, with changes. */
function group(overrides: Partial<GroupStatistics> = {}): GroupStatistics {
  return {
    ...sampleGroup({
      suite: 'support',
      target: 'demo',
      cases: 10,
      trials: 10,
      passed: 10,
      score: 0.9,
      bounds: { worst: 0.9, best: 0.9 },
    }),
    surelyFailed: overrides.failed ?? 0,
    failedUnscored: 0,
    maybeFailed: overrides.open ?? 0,
    surelyBelowPass: (overrides.failed ?? 0) + (overrides.borderline ?? 0),
    maybeBelowPass: overrides.open ?? 0,
    requiredMissed: 0,
    requiredOpen: 0,
    unrated: 0,
    ...overrides,
  };
}

const failing = group({ passed: 8, failed: 2, score: 0.7, bounds: { worst: 0.7, best: 0.7 } });
const unscored = group({ passed: 8, unscored: 2, score: 0.9, bounds: { worst: 0.72, best: 0.92 } });
const nothing = group({ trials: 3, passed: 0, unscored: 3, score: null, bounds: { worst: 0, best: 1 } });

type Line = readonly [
  requirement: string,
  input: OutcomeInput,
  outcome: string,
  exitCode: number,
  reasons: readonly string[],
];

const SHARD = { index: 2, count: 8 };
const MERGE = 'whether the run passes is decided by assay merge, with the other shards';

const lines: readonly Line[] = [
  ['a shard is complete whatever its cases come to', { groups: [failing], shard: SHARD }, 'complete', 0, [
    `shard 2 of 8 is complete, 10 trials done; ${MERGE}`,
    'support on demo: 2 of 10 trials failed',
  ]],
  ['a shard does not know whether a threshold is reached', { groups: [failing], threshold: 0.9, plannedTrials: 10, shard: SHARD }, 'complete', 0, [
    `shard 2 of 8 is complete, 10 trials done; ${MERGE}`,
    'support on demo: 2 of 10 trials failed',
  ]],
  ['a shard without a trial lacks none', { groups: [], plannedTrials: 0, shard: SHARD }, 'complete', 0, [`shard 2 of 8 is complete, no trial falls into it; ${MERGE}`]],
  ['a shard that lacks scores is no complete one', { groups: [unscored], shard: SHARD }, 'undecided', 3, [
    'support on demo: 2 of 10 trials have no score',
    `shard 2 of 8: ${MERGE}`,
  ]],
  ['a shard that was stopped', { groups: [failing], stopped: 'the disk is full', plannedTrials: 12, shard: SHARD }, 'undecided', 3, [
    'the run was stopped: the disk is full',
    '2 of 12 planned trials did not finish',
    `shard 2 of 8: ${MERGE}`,
  ]],
  ['a shard that was interrupted', { groups: [group()], interrupted: true, plannedTrials: 12, shard: SHARD }, 'interrupted', 130, ['stopped after 10 of 12 trials']],
  ['a shard of a wrong file', { groups: [], invalid: 'line 3 is no case', shard: SHARD }, 'invalid', 2, ['line 3 is no case']],
  ['nothing is decided while parts are missing', { groups: [failing], missingParts: ['shards are missing: 2/8, 5/8'] }, 'undecided', 3, [
    'shards are missing: 2/8, 5/8',
    'support on demo: 2 of 10 trials failed',
  ]],
  ['parts that are missing could still bring a score to its threshold', { groups: [failing], threshold: 0.9, missingParts: ['a shard is missing: 1/2'] }, 'undecided', 3, [
    'a shard is missing: 1/2',
  ]],
  [
    'a run that was stopped is no pass',
    { groups: [group()], stopped: 'the disk is full' },
    'undecided',
    3,
    ['the run was stopped: the disk is full'],
  ],
  [
    'a run that was stopped after a case failed has failed',
    { groups: [failing], stopped: 'the disk is full' },
    'failed',
    1,
    ['support on demo: 2 of 10 trials failed', 'the run was stopped: the disk is full'],
  ],
  [
    'with a threshold, what is missing may still bring the score there',
    { groups: [failing], threshold: 0.8, stopped: 'the disk is full' },
    'undecided',
    3,
    ['the run was stopped: the disk is full'],
  ],
  [
    'so it may where trials are missing for another reason',
    { groups: [failing], threshold: 0.8, plannedTrials: 100 },
    'undecided',
    3,
    ['90 of 100 planned trials did not finish'],
  ],
  ['a run that its budget ended is undecided', { groups: [group()], ended: ['stopped by --max-cost $5.00'], plannedTrials: 12 }, 'undecided', 3, [
    'stopped by --max-cost $5.00',
    '2 of 12 planned trials did not finish',
  ]],
  ['so it is where nobody knows how many trials were left, whatever the threshold', { groups: [failing], ended: ['stopped by --max-time 30 min'], threshold: 0.8 }, 'undecided', 3, [
    'stopped by --max-time 30 min',
  ]],
  ['without a threshold: passed if nothing failed', { groups: [group()] }, 'passed', 0, ['all 10 trials passed']],
  [
    'borderline is not a fail',
    { groups: [group({ passed: 7, borderline: 3 })] },
    'passed',
    0,
    ['no trial failed: 7 passed, 3 borderline'],
  ],
  [
    'without a threshold: failed if any case has the verdict fail, however good the mean',
    { groups: [group(), group({ failed: 1, passed: 9, target: 'other', score: 0.99 })] },
    'failed',
    1,
    ['support on other: 1 of 10 trials failed'],
  ],
  [
    'a run of nothing but borderline trials has scores',
    { groups: [group({ passed: 0, borderline: 10, score: 0.7, bounds: { worst: 0.7, best: 0.7 } })] },
    'passed',
    0,
    ['no trial failed: 0 passed, 10 borderline'],
  ],
  [
    'so has one of nothing but failed trials, which a low threshold lets pass',
    { groups: [group({ passed: 0, failed: 10, score: 0.5, bounds: { worst: 0.5, best: 0.5 } })], threshold: 0.5 },
    'passed',
    0,
    ['support on demo: score 0.50 reaches the threshold 0.5'],
  ],
  [
    'and one of nothing but open trials',
    { groups: [group({ passed: 0, open: 10, score: 0.9, bounds: { worst: 0.5, best: 0.9 } })], threshold: 0.5 },
    'passed',
    0,
    ['support on demo: score 0.50 reaches the threshold 0.5'],
  ],
  [
    'a single trial that misses what the file requires is enough',
    { groups: [group({ requiredMissed: 1 })], threshold: 0.5 },
    'failed',
    1,
    ['support on demo: 1 of 10 trials misses what the file requires'],
  ],
  [
    'what the file requires and a trial misses fails a run that was stopped too: no other row can mend it',
    { groups: [group({ requiredMissed: 1 })], threshold: 0.5, stopped: 'the disk is full' },
    'failed',
    1,
    ['support on demo: 1 of 10 trials misses what the file requires', 'the run was stopped: the disk is full'],
  ],
  [
    'a single trial that did not finish is enough',
    { groups: [group()], plannedTrials: 11 },
    'undecided',
    3,
    ['1 of 11 planned trials did not finish'],
  ],
  [
    'an unscored trial leaves it undecided',
    { groups: [unscored] },
    'undecided',
    3,
    ['support on demo: 2 of 10 trials have no score'],
  ],
  [
    'trials that nothing scores decide nothing',
    { groups: [group({ passed: 8, unscored: 2, unrated: 2 })] },
    'passed',
    0,
    ['no trial failed: 8 passed, 2 with nothing to score'],
  ],
  [
    'trials that nothing scores do not hide a lost one',
    { groups: [group({ passed: 7, unscored: 3, unrated: 2 })] },
    'undecided',
    3,
    ['support on demo: 1 of 10 trials has no score'],
  ],
  [
    'a trial whose verdict hangs on what could not be scored leaves it undecided',
    { groups: [group({ passed: 9, open: 1, partial: 1, bounds: { worst: 0.8, best: 0.95 } })] },
    'undecided',
    3,
    ['support on demo: 1 of 10 trials is open: what could not be scored decides whether it fails'],
  ],
  [
    'a trial without a score that misses what must hold fails the run',
    { groups: [group({ passed: 9, unscored: 1, surelyFailed: 1, failedUnscored: 1 })] },
    'failed',
    1,
    ['support on demo: 1 of 10 trials misses what must hold, and has no score besides', 'support on demo: 1 of 10 trials has no score'],
  ],
  [
    'what failed with a score and without one is counted once, whatever fails the run',
    { groups: [group({ passed: 5, failed: 1, borderline: 1, unscored: 3, surelyFailed: 3, surelyBelowPass: 4, failedUnscored: 2 })], failOn: 'borderline' },
    'failed',
    1,
    ['support on demo: 2 of 10 trials did not pass', 'support on demo: 2 of 10 trials miss what must hold, and have no score besides', 'support on demo: 3 of 10 trials have no score'],
  ],
  [
    'with a threshold, what a file requires and a trial misses fails the run, however good the score',
    { groups: [group({ requiredMissed: 2 })], threshold: 0.5 },
    'failed',
    1,
    ['support on demo: 2 of 10 trials miss what the file requires'],
  ],
  [
    'with a threshold, what a file requires and could not be checked leaves it undecided',
    { groups: [group({ requiredOpen: 1 })], threshold: 0.5 },
    'undecided',
    3,
    ['support on demo: 1 of 10 trials lacks a score that the file requires'],
  ],
  [
    'with a threshold, what is open for another reason decides nothing',
    { groups: [group({ passed: 8, open: 2 })], threshold: 0.5 },
    'passed',
    0,
    ['support on demo: score 0.90 reaches the threshold 0.5'],
  ],
  [
    'borderline fails the run where that is asked for',
    { groups: [group({ passed: 7, borderline: 2, failed: 1 })], failOn: 'borderline' },
    'failed',
    1,
    ['support on demo: 3 of 10 trials did not pass'],
  ],
  [
    'borderline, or maybe not: undecided',
    { groups: [group({ passed: 9, borderline: 1, surelyBelowPass: 0, maybeBelowPass: 1 })], failOn: 'borderline' },
    'undecided',
    3,
    ['support on demo: 1 of 10 trials is open: what could not be scored decides whether it passes'],
  ],
  [
    'borderline fails the run beside a threshold too',
    { groups: [group({ passed: 9, borderline: 1 })], failOn: 'borderline', threshold: 0.5 },
    'failed',
    1,
    ['support on demo: 1 of 10 trials did not pass'],
  ],
  [
    'failed trials fail the run beside a threshold where that is asked for',
    { groups: [group({ passed: 9, failed: 1 })], failOn: 'fail', threshold: 0.5 },
    'failed',
    1,
    ['support on demo: 1 of 10 trials failed'],
  ],
  [
    'judges lost above the quorum mark rows partial and change nothing',
    { groups: [group({ partial: 10 })] },
    'passed',
    0,
    ['all 10 trials passed'],
  ],
  [
    'with a threshold: passed if the worst-case score passes',
    { groups: [unscored], threshold: 0.7 },
    'passed',
    0,
    ['support on demo: score 0.72 reaches the threshold 0.7'],
  ],
  [
    'with a threshold the verdicts of single cases decide nothing',
    { groups: [failing, group({ target: 'other' })], threshold: 0.7 },
    'passed',
    0,
    ['all 2 scores reach the threshold 0.7; the lowest is 0.70, support on demo'],
  ],
  [
    'with a threshold: failed if even the best case fails',
    { groups: [unscored], threshold: 0.95 },
    'failed',
    1,
    ['support on demo: score 0.90 is below the threshold 0.95 even if everything unscored had been right (0.92)'],
  ],
  [
    'with a threshold and nothing unscored there is no "even if"',
    { groups: [failing], threshold: 0.8 },
    'failed',
    1,
    ['support on demo: score 0.70 is below the threshold 0.8'],
  ],
  [
    'with a threshold between the worst and the best case: undecided',
    { groups: [unscored], threshold: 0.8 },
    'undecided',
    3,
    [
      'support on demo: score 0.90 could be anything from 0.72 to 0.92 (2 of 10 trials have no score), and the threshold is 0.8',
    ],
  ],
  [
    'every suite on every target has to reach the threshold by itself',
    { groups: [group({ score: 1, bounds: { worst: 1, best: 1 } }), { ...failing, target: 'other' }], threshold: 0.8 },
    'failed',
    1,
    ['support on other: score 0.70 is below the threshold 0.8'],
  ],
  [
    'rounding noise of a mean does not fail a threshold',
    { groups: [group({ score: 0.1 + 0.7, bounds: { worst: 0.1 + 0.7, best: 0.1 + 0.7 } })], threshold: 0.8 },
    'passed',
    0,
    ['support on demo: score 0.80 reaches the threshold 0.8'],
  ],
  [
    'zero scored trials never pass',
    { groups: [nothing] },
    'undecided',
    3,
    ['support on demo: 3 of 3 trials have no score'],
  ],
  [
    'zero scored trials never pass, not even a threshold of 0',
    { groups: [nothing], threshold: 0 },
    'undecided',
    3,
    ['support on demo: none of 3 trials has a score'],
  ],
  ['zero rows never pass', { groups: [] }, 'undecided', 3, ['no trial has a score']],
  [
    'weights that are all 0 give no score to compare',
    { groups: [group({ score: null, bounds: { worst: 0, best: 1 } })], threshold: 0 },
    'undecided',
    3,
    ['support on demo: there is no score, since every scored case has weight 0'],
  ],
  [
    'nothing planned is invalid',
    { groups: [], plannedTrials: 0 },
    'invalid',
    2,
    ['there was nothing to run: no case was planned'],
  ],
  [
    'planned trials that did not finish are missing, not passed',
    { groups: [group()], plannedTrials: 12 },
    'undecided',
    3,
    ['2 of 12 planned trials did not finish'],
  ],
  [
    'precedence: interrupted before invalid, failed and undecided',
    { groups: [failing, unscored], interrupted: true, invalid: 'bad file', plannedTrials: 40 },
    'interrupted',
    130,
    ['stopped after 20 of 40 trials'],
  ],
  [
    'interrupted before the files were read',
    { groups: [], interrupted: true },
    'interrupted',
    130,
    ['stopped after 0 trials, more were planned'],
  ],
  [
    'precedence: invalid before failed',
    { groups: [failing], invalid: 'a.jsonl:7: bad mode' },
    'invalid',
    2,
    ['a.jsonl:7: bad mode'],
  ],
  [
    'precedence: failed before undecided, and both are said',
    { groups: [unscored, { ...failing, target: 'other' }] },
    'failed',
    1,
    ['support on other: 2 of 10 trials failed', 'support on demo: 2 of 10 trials have no score'],
  ],
];

describe('when a run passes', () => {
  test.each(lines)('%s', (_requirement, input, outcome, exitCode, reasons) => {
    expect(decideOutcome(input)).toEqual({ outcome, exitCode, reasons });
  });
});
