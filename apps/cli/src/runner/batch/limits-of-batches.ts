import type { Budget, RunTrialsOptions } from '@assay/engine';

/**
 * The limits of a run in batches. Every trial may be run: what a batch has answered is paid for, and a trial goes on with it
 * whatever is left. What it would ask besides is refused when it is to be paid.
 */
export function limitsOfBatches(budget: Budget | undefined): RunTrialsOptions['limits'] {
  return (
    budget && {
      open: true,
      get stopped() {
        return budget.stopped;
      },
      admits: () => true,
      begin: (suite, end) => budget.begin(suite, end),
    }
  );
}
