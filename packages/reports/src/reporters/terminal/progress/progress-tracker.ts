import type { BudgetSummary, HoldUp, ResultRow, RunStart, Trial } from '@assay/schema';
import { titlesAmongNames } from '../../../format/suite-titles.js';
import { targetTitle } from '../../../format/target-title.js';
import { createThroughput, type Throughput } from './throughput.js';

interface RunningTrial {
  /** What it is called: of nearly all trials nobody asks. */
  readonly label: () => string;
  readonly since: number;
}

/** How far a run is. Times are moments of the reporter's clock, in milliseconds. */
export interface ProgressState {
  readonly start: number;
  readonly total: number | undefined;
  readonly done: number;
  /** Of those, the ones that an earlier part of the run did. */
  readonly kept: number;
  readonly passed: number;
  readonly borderline: number;
  readonly failed: number;
  readonly open: number;
  readonly unscored: number;
  readonly throughput: Throughput;
  /** What keeps the run from going on faster. */
  readonly holdUps: readonly HoldUp[];
  /** How it stands with the budgets. */
  readonly budgets: readonly BudgetSummary[];
  /** Oldest first. */
  readonly running: ReadonlyMap<string, RunningTrial>;
}

/** The state of a run, and what changes it. */
export interface ProgressTracker {
  readonly state: ProgressState;
  started(trial: Trial, now: number): void;
  finished(row: ResultRow): void;
  heldUp(holdUps: readonly HoldUp[]): void;
  spent(budgets: readonly BudgetSummary[]): void;
  /** One that was done before this part of the run began. */
  kept(row: ResultRow): void;
  /** A guess at the number of trials; it gives way when more of them finish. */
  estimated(total: number): void;
}

/** Counts trials as they start and finish. Memory grows with the trials that run at once. */
export function createProgressTracker(run: RunStart, now: number): ProgressTracker {
  const running = new Map<string, RunningTrial>();
  const suiteTitle = titlesAmongNames(run.suites);
  const state = {
    start: now,
    total: run.total,
    done: 0,
    kept: 0,
    passed: 0,
    borderline: 0,
    failed: 0,
    open: 0,
    unscored: 0,
    throughput: createThroughput(now),
    holdUps: [] as readonly HoldUp[],
    budgets: [] as readonly BudgetSummary[],
    running,
  };
  let guessed = false;

  function count(row: ResultRow): void {
    state.done += 1;
    if (guessed && state.done > (state.total ?? 0)) state.total = state.done;
    if (row.score === null) state.unscored += 1;
    else if (row.verdict === null) state.open += 1;
    else if (row.verdict === 'fail') state.failed += 1;
    else if (row.verdict === 'borderline') state.borderline += 1;
    else state.passed += 1;
  }

  return {
    state,
    estimated(total) {
      guessed = true;
      state.total = Math.max(total, state.done);
    },
    heldUp(holdUps) {
      state.holdUps = holdUps;
    },
    spent(budgets) {
      state.budgets = budgets;
    },
    // Nothing is held of a trial but its names: in batches, all of a run wait at once.
    started({ key, suite, suitePath, evalCase: { id }, target: { name }, variant: { label: variant }, repeat }, since) {
      const label = (): string => `${suiteTitle({ suite, suitePath })} › ${id}${repeat > 1 ? ` #${repeat}` : ''} on ${targetTitle(name, variant)}`;
      running.set(key, { label, since });
    },
    kept(row) {
      state.kept += 1;
      count(row);
    },
    finished(row) {
      running.delete(row.trialKey);
      count(row);
    },
  };
}
