import { standingOf, type ScoringExecutor } from '@assay/engine';
import { formatLocation, type BudgetAccount, type JobCoordinator, type ResultRow, type Trial, type TrialJob } from '@assay/schema';

export interface QueueExecutorOptions extends Pick<JobCoordinator, 'run'> {
  /** Of a prepared trial. */
  readonly jobOf: (trial: Trial) => Promise<TrialJob>;
  /** What the requests of a trial are paid from; undefined when nothing limits them. */
  readonly accountOf: (trial: Trial) => BudgetAccount | undefined;
  /** Told of a trial that nobody does any more, until another worker takes it. */
  readonly onGivenUp: (trial: Trial) => void;
}

/** A worker says where the case stands from its own working folder, which may be another one of the project. */
function fromHere(row: ResultRow, { location }: Trial): ResultRow {
  const source = formatLocation(location);
  return row.source === source ? row : { ...row, source };
}

/** Has trials run by workers elsewhere. What needs no target, such as scoring stored replies again, is done here. */
export function queueExecutor(local: ScoringExecutor, { jobOf, accountOf, onGivenUp, run }: QueueExecutorOptions): ScoringExecutor {
  return {
    ...local,
    async execute(trial, options) {
      const { signal, unasked } = options;
      if (unasked) return local.execute(trial, options);
      const row = await run(await jobOf(trial), {
        signal,
        account: accountOf(trial),
        onGivenUp: () => onGivenUp(trial),
        isKept: (stored) => standingOf(stored) !== 'to-ask',
      });
      return fromHere(row, trial);
    },
  };
}
