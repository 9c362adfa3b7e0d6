import type { RunResult } from '@assay/engine';
import { formatCount } from '@assay/reports';
import type { RechecksSummary, SuiteIdentity } from '@assay/schema';
import { planRechecks, type RunRechecks } from '../rechecks/run-rechecks.js';
import { askAgain } from './ask-again.js';
import type { KeptRun } from './kept-run.js';
import type { OpenedRun } from './opened-run.js';
import type { Inventory } from './take-inventory.js';
import type { RunWatch } from './watch-run.js';

/** What asking single cases again came to. */
export interface RechecksEnd {
  readonly summary: RechecksSummary;
  /** True when planned repeats are missing, of suites that spent budgets of their own before. */
  readonly afterStop: boolean;
  /** Why some were not asked as often as they were to be, in words; nothing where all were. @param ended what budgets ended, in words */
  notes(ended: readonly string[]): readonly string[];
}

function endOf(summary: RechecksSummary, waiting: number, afterStop: boolean): RechecksEnd {
  const { planned, done } = summary;
  return {
    summary,
    afterStop,
    notes(ended) {
      if (done >= planned) return [];
      const why = [...ended, ...(waiting > 0 ? [`${formatCount(waiting)} wait for batches`] : [])];
      return [`${formatCount(planned - done)} of ${formatCount(planned, 'recheck')} did not finish, which no score hangs on${why.map((reason) => `; ${reason}`).join('')}`];
    },
  };
}

/** Asks single cases again, when all else is done. */
export interface Rechecking {
  /** Finds out which. @param left suites whose planned repeats are not all there: none of theirs is @returns whether some are to be asked */
  look(left: readonly SuiteIdentity[]): Promise<boolean>;
  /** Asks them. @param ended what was done before @returns the end of the run */
  run(ended: RunResult): Promise<RunResult>;
  /** What came of it; undefined where it was not begun. @throws StoreError */
  end(): Promise<RechecksEnd | undefined>;
}

/** @param most times that a case is asked again */
export function recheckingOf(most: number, run: OpenedRun, inventory: Inventory, kept: KeptRun, watch: RunWatch): Rechecking {
  const { prepared: { plan, reading }, earlier, store, reporter, settings: { signal } } = run;
  let found: RunRechecks | undefined;
  let waiting = 0;
  let afterStop = false;
  return {
    async look(left) {
      afterStop = left.length > 0;
      found = await planRechecks({ most, plan, left, location: store.location, thresholds: reading.project.verdicts, earlier, executor: inventory.executor, redactor: reading.redactor, signal });
      // What was looked at in part alone says nothing of the rest.
      if (!signal.aborted) kept.countRechecks(found.storedBy(found.counts.done) || undefined);
      return found.any;
    },
    async run(ended) {
      if (!found?.any || ended.error || ended.interrupted || ended.waiting > 0) return ended;
      if (earlier?.mode !== 'rescore') reporter.rechecksStarted(found.counts);
      const { interrupted, error, waiting: wait } = await askAgain(run, inventory, kept, watch, found);
      waiting = wait;
      return { ...ended, interrupted, ...(error ? { error } : {}) };
    },
    end: async () => found && endOf(await found.summary(), waiting, afterStop),
  };
}
