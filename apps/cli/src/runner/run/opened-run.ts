import type { ResultStore } from '@assay/schema';
import type { PreparedRun } from '../prepare-run.js';
import type { RunQueue } from '../queue/open-run-queue.js';
import type { Extensions } from '../reading/installed-definitions.js';
import type { DiagnosticLog } from '../reporting/diagnostic-log.js';
import type { Reporters } from '../reporting/isolate-reporters.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import type { RunRounds } from '../rounds/run-rounds.js';
import type { RunSettings } from '../run-settings.js';

/** A run that is prepared, and has its folder. */
export interface OpenedRun {
  readonly settings: RunSettings;
  /** What the program of the run brings along. */
  readonly extensions: Extensions;
  readonly prepared: PreparedRun;
  readonly log: DiagnosticLog;
  readonly reporter: Reporters;
  /** Whose workers do the trials; undefined when this process does. */
  readonly queue: RunQueue | undefined;
  /** What adds repeats until it is decided; undefined where their number was given. */
  readonly rounds: RunRounds | undefined;
  /** How often single cases are asked again when all else is done; undefined for a run that asks none again. */
  readonly rechecks: number | undefined;
  /** What is gone on with. */
  readonly earlier: EarlierRun | undefined;
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The same moment, as `performance.now()`. */
  readonly began: number;
  /** The run's folder. */
  readonly store: ResultStore;
}
