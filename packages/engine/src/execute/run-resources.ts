import type { BudgetAccount, JudgePanel, PanelSpec, Provider, Trial } from '@assay/schema';
import type { TextEmbeddings } from '../similarity/create-embeddings.js';

/** What one trial takes besides itself. */
export interface TrialResources {
  /** The guarded provider of its target: the same one for all trials of a target. */
  readonly provider: Provider;
  /**
   * The panel of the trial, or one of judges that an evaluator names.
   * @throws ConfigError when it was not made ready.
   */
  judges(spec?: PanelSpec): JudgePanel;
  /** Who judges and measures its replies, as a digest: another one is another way to be scored. Undefined when nobody does. */
  assessors?(): string | undefined;
  /** Absolute folder of its suite: where relative paths and scripts start from. */
  readonly directory: string;
  /** Absolute folder that files named by its evaluators must stay in. Default: the folder of the suite. */
  readonly projectRoot?: string | undefined;
  /** Measures replies against the answers that cases name as right, and serves evaluators that ask for it. Default: nothing does. */
  readonly embeddings?: TextEmbeddings | undefined;
  /** What its requests are paid from, those of its judges too. Default: nothing limits them. */
  readonly account?: BudgetAccount | undefined;
}

/** What the trials of a run take besides themselves: targets, judges, folders. Each thing is made ready once. */
export interface RunResources {
  /**
   * Makes ready what a trial needs. Everything that is wrong with a configuration shows here, before a request.
   * @throws ConfigError, InvalidFileError
   */
  prepare(trial: Trial): Promise<void> | void;
  /** What was made ready for a trial. @throws ConfigError when nothing was: the trial's row then says so. */
  of(trial: Trial): TrialResources;
  /** Frees connections and processes. */
  close(): Promise<void>;
}
