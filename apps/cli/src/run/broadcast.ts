import type { Reporter } from '@assay/schema';

/** Several reporters as one. */
export function broadcast(reporters: readonly Reporter[]): Required<Omit<Reporter, 'name'>> {
  return {
    runStarted(run) {
      for (const reporter of reporters) reporter.runStarted?.(run);
    },
    trialsEstimated(total) {
      for (const reporter of reporters) reporter.trialsEstimated?.(total);
    },
    diagnostic(diagnostic) {
      for (const reporter of reporters) reporter.diagnostic?.(diagnostic);
    },
    trialStarted(trial) {
      for (const reporter of reporters) reporter.trialStarted?.(trial);
    },
    trialFinished(row) {
      for (const reporter of reporters) reporter.trialFinished?.(row);
    },
    async runFinished(summary) {
      for (const reporter of reporters) await reporter.runFinished?.(summary);
    },
  };
}
