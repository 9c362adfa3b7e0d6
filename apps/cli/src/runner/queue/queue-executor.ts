import { standingOf, type ScoringExecutor } from '@assay/engine';
import type { BudgetAccount, JobCoordinator, Trial, TrialJob } from '@assay/schema';

export interface QueueExecutorOptions extends Pick<JobCoordinator, 'run'> {
  /** Of a prepared trial. */
  readonly jobOf: (trial: Trial) => Promise<TrialJob>;
  /** What the requests of a trial are paid from; undefined when nothing limits them. */
  readonly accountOf: (trial: Trial) => BudgetAccount | undefined;
  /** Told of a trial that nobody does any more, until another worker takes it. */
  readonly onGivenUp: (trial: Trial) => void;
}

/** Has trials run by workers elsewhere. What needs no target, such as scoring stored replies again, is done here. */
export function queueExecutor(local: ScoringExecutor, { jobOf, accountOf, onGivenUp, run }: QueueExecutorOptions): ScoringExecutor {
  return {
    ...local,
    async execute(trial, options) {
      const { signal, unasked } = options;
      if (unasked) return local.execute(trial, options);
      return run(await jobOf(trial), {
        signal,
        account: accountOf(trial),
        onGivenUp: () => onGivenUp(trial),
        isKept: (row) => standingOf(row) !== 'to-ask',
      });
    },
  };
}
