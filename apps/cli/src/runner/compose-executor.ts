import { createTrialExecutor, type RunResources, type ScoringExecutor } from '@assay/engine';
import type { ChildProcesses } from '@assay/schema';
import type { Reading } from './reading/compose-reading.js';

export interface ComposeExecutorOptions {
  /** Stands in the rows. */
  readonly runId: string;
  readonly reading: Reading;
  readonly resources: RunResources;
  readonly processes: ChildProcesses;
}

/** Runs trials in this process, with the evaluators, the verdicts and the trust of a project. */
export function composeExecutor({ runId, reading, resources, processes }: ComposeExecutorOptions): ScoringExecutor {
  const { trust, project, definitions, redactor } = reading;
  return createTrialExecutor({
    runId,
    resources,
    evaluators: definitions.evaluators.filter(trust.allowsEvaluator),
    fileRule: trust.load?.fileRule,
    env: trust.evaluatorEnvironment,
    processes,
    redactor,
    thresholds: project.verdicts,
    rubricRequired: project.rubricRequired,
  });
}
