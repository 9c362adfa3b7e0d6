import type { Budget, Payer, QueuedTrial, RunTrialsOptions } from '@assay/engine';
import type { BudgetAccount, SuiteIdentity } from '@assay/schema';
import type { RunBudget } from '../budget/run-budget.js';

/** The budget of a run whose trials wait in a queue until workers begin them. */
export interface QueuedBudget {
  limits(budget: Budget | undefined): RunTrialsOptions['limits'];
  /** What the requests of a trial are paid from; undefined when nothing limits them. */
  accountOf(trial: Payer): BudgetAccount | undefined;
  /** Nobody does a trial any more: it takes nothing until another worker begins it. */
  givenUp(trial: SuiteIdentity): void;
}

/** A trial begins with its first request: those that only wait are not expected to take anything soon. */
export function createQueuedBudget({ limitsRequests, account }: Pick<RunBudget, 'limitsRequests' | 'account'>): QueuedBudget {
  const queued = new WeakMap<SuiteIdentity, QueuedTrial>();
  return {
    limits(budget) {
      if (!budget) return undefined;
      return {
        get open() {
          return budget.open;
        },
        get stopped() {
          return budget.stopped;
        },
        admits: (suite) => budget.admits(suite),
        begin(trial, end) {
          const waiting = budget.queue(trial, end);
          queued.set(trial, waiting);
          return () => waiting.over();
        },
      };
    },
    givenUp: (trial) => queued.get(trial)?.waits(),
    accountOf(trial) {
      const own = limitsRequests ? account(trial) : undefined;
      if (!own) return undefined;
      return {
        get spent() {
          return own.spent;
        },
        reserve(most, options) {
          queued.get(trial)?.begins();
          return own.reserve(most, options);
        },
        correct: (settled, taken, options) => own.correct(settled, taken, options),
      };
    },
  };
}
