import type { PoolState } from '@assay/engine';
import { leastRepeats } from '../plan/repeats-of.js';
import { watchBudgets } from '../budget/budget-facts.js';
import { trialEstimate } from '../plan/estimate-trials.js';
import { watchHoldUps } from '../reporting/hold-ups.js';
import type { OpenedRun } from './opened-run.js';
import type { Inventory } from './take-inventory.js';

/** Tells reporters how a run goes, besides its rows. */
export interface RunWatch {
  /** Takes how the trials are. */
  pool(state: () => PoolState): void;
  /** Takes how many requests are waited for in batches. */
  inBatches(requests: number): void;
  /** A row is there: the trials to come can be counted. Not before: reading ahead must not hold up the first request. */
  countAhead(): void;
  /** A repeat is added. @param total trials of the run now, where that is known */
  roundAdded(total: number | undefined): void;
  /** The trials have ended. */
  trialsEnded(): void;
  /** The run has ended. */
  end(): void;
}

export function watchRun({ prepared, settings, reporter }: OpenedRun, { budget, ledger }: Pick<Inventory, 'budget' | 'ledger'>): RunWatch {
  const { reading: { redactor }, options, plan, suites, traffic } = prepared;
  const estimate = trialEstimate({ suites, plan, settings, repeats: leastRepeats(options.of('repeat')), onEstimate: (total) => reporter.trialsEstimated(total) });
  const endBudgets = watchBudgets(budget, (budgets) => reporter.spent(redactor.value(budgets)));
  let pool: (() => PoolState) | undefined;
  let batched = 0;
  const endHoldUps = watchHoldUps({ traffic, pool: () => pool?.(), inBatches: () => batched, onHoldUps: (holdUps) => reporter.heldUp(redactor.value(holdUps)) });
  return {
    pool: (state) => (pool = state),
    inBatches: (requests) => (batched = requests),
    countAhead() {
      if (!ledger) estimate.begin();
    },
    roundAdded(total) {
      if (total !== undefined) reporter.trialsEstimated(total);
    },
    trialsEnded() {
      endHoldUps();
      endBudgets();
    },
    end: () => estimate.end(),
  };
}
