import type { ChildProcesses, EvaluatorDefinition, FileRule, Redactor, VerdictThresholds } from '@assay/schema';
import type { Clock } from '../clock/clock.js';
import type { Workspaces } from '../workspace/workspaces.js';
import type { RunResources } from './run-resources.js';

/** What trials are executed with, and replies compared. */
export interface ExecutorOptions {
  readonly runId: string;
  /** Targets, judges and folders. */
  readonly resources: RunResources;
  /** Evaluators that trials may use. */
  readonly evaluators: readonly EvaluatorDefinition[];
  /** What files named by evaluators must keep to besides, in suites that nobody vouches for. */
  readonly fileRule?: FileRule | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Handed on to evaluators that start programs. */
  readonly processes?: ChildProcesses | undefined;
  /** Handed on to evaluators that show parts of what programs wrote. */
  readonly redactor?: Redactor | undefined;
  readonly thresholds?: VerdictThresholds | undefined;
  /** Whether lines of rubrics must hold that do not say so. Default true. */
  readonly rubricRequired?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Makes the folders of trials whose cases have some. Default: there are none, and what looks at them is unscored. */
  readonly workspaces?: Pick<Workspaces, 'open'> | undefined;
  /** Time that one evaluator may take itself, in milliseconds. Default: no limit beyond those of judges and programs. */
  readonly evaluatorTimeoutMs?: number | undefined;
  /** Repeats whose replies are scored by the criteria of their case in the reverse order. Default: none. */
  readonly reorderedRepeats?: ReadonlySet<number> | undefined;
  /**
   * True where all evaluators and providers are known to write into nothing that they are given, as their contracts say. Cases and
   * replies are not frozen then, which saves a tenth of the time of a trial that asks nobody. Default false.
   */
  readonly keepsContracts?: boolean | undefined;
}
