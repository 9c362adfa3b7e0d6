import type { ScoringExecutor } from '@assay/engine';
import type { JobCoordinator, Trial, TrialJob } from '@assay/schema';

export interface QueueExecutorOptions extends Pick<JobCoordinator, 'run'> {
  /** Of a prepared trial. */
  readonly jobOf: (trial: Trial) => Promise<TrialJob>;
}

/** Has trials run by workers elsewhere. What needs no target, such as scoring stored replies again, is done here. */
export function queueExecutor(local: ScoringExecutor, { jobOf, run }: QueueExecutorOptions): ScoringExecutor {
  return {
    ...local,
    async execute(trial, { signal }) {
      return run(await jobOf(trial), { signal });
    },
  };
}
