import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Trial } from '../domain/trial.js';
import type { ResultRow } from '../row/result-row.js';
import type { RunSummary } from '../row/run-summary.js';
import type { VerdictThresholds } from '../scoring/verdict.js';

export interface RunStart {
  readonly runId: string;
  /** Folder of the run as it should be shown. */
  readonly location: string;
  readonly suites: readonly string[];
  readonly targets: readonly string[];
  readonly judges: readonly string[];
  /** Number of trials, where it is known before all files have been read. */
  readonly total: number | undefined;
  /** Scores from which a case of the run passes or is borderline. Default 0.8 and 0.6. */
  readonly thresholds?: VerdictThresholds | undefined;
}

/**
 * Shows a run to somebody: a terminal, a file, a service. Every method is optional and may be
 * asynchronous. The run never waits for a reporter; `runFinished` is called when the promises of
 * earlier calls are settled, and is waited for within bounds. Findings may come before `runStarted`
 * and after `runFinished`.
 *
 * A reporter changes nothing of what it is given, and nothing of the outcome: one that throws, or
 * whose promise rejects, is not called again, and the others get a warning that names it.
 */
export interface Reporter {
  readonly name: string;
  runStarted?(run: RunStart): void;
  /** The likely number of trials, for a run whose files are read while it goes on. */
  trialsEstimated?(total: number): void;
  /** A finding about a file, or something that the run wants to be known at once. */
  diagnostic?(diagnostic: Diagnostic): void;
  trialStarted?(trial: Trial): void;
  trialFinished?(row: ResultRow): void;
  /** Called once, also after an interruption. */
  runFinished?(summary: RunSummary): void | Promise<void>;
}

/** Declares a reporter. */
export function defineReporter<const T extends Reporter>(reporter: T): T {
  return reporter;
}
