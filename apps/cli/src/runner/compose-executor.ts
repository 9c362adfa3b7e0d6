import { createComparer, createTrialExecutor, type Comparer, type ExecutorOptions, type FormerRows, type RunResources, type ScoringExecutor } from '@assay/engine';
import type { ChildProcesses } from '@assay/schema';
import type { EffectiveOptions } from '../options/option-values.js';
import type { RunWorkspaces } from './workspaces/run-folders.js';
import type { RunSettings } from './run-settings.js';
import type { Reading } from './reading/compose-reading.js';

export interface ComposeExecutorOptions {
  /** Stands in the rows. */
  readonly runId: string;
  readonly reading: Reading;
  readonly resources: RunResources;
  readonly processes: ChildProcesses;
  readonly workspaces?: RunWorkspaces | undefined;
  readonly options: EffectiveOptions;
  /** As in {@link RunSettings}. */
  readonly settings?: Pick<RunSettings, 'reorderedRepeats'> | undefined;
}

function optionsOf({ runId, reading, resources, processes, workspaces, options, settings }: ComposeExecutorOptions): ExecutorOptions {
  const { trust, project, definitions, redactor } = reading;
  return {
    runId,
    resources,
    evaluators: definitions.evaluators.filter(trust.allowsEvaluator),
    fileRule: trust.load?.fileRule,
    env: trust.evaluatorEnvironment,
    processes,
    workspaces,
    redactor,
    thresholds: project.verdicts,
    rubricRequired: project.rubricRequired,
    evaluatorTimeoutMs: 1000 * options.of('evaluatorTimeoutSeconds'),
    reorderedRepeats: settings?.reorderedRepeats,
    keepsContracts: !definitions.isExtended,
  };
}

/** Runs trials in this process, with the evaluators, the verdicts and the trust of a project. */
export function composeExecutor(options: ComposeExecutorOptions): ScoringExecutor {
  return createTrialExecutor(optionsOf(options));
}

/** Compares the replies of trials in this process, with the same. @param former what rows said that wait again. */
export function composeComparer(options: ComposeExecutorOptions, former: FormerRows): Comparer {
  return createComparer({ ...optionsOf(options), former });
}
