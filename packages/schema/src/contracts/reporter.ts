import type { GenericSchema, InferOutput } from 'valibot';
import type { Calibration } from '../calibration/calibration.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Trial } from '../domain/trial.js';
import type { KeptRanking } from '../ranking/ranking.js';
import type { Redactor } from '../redaction/redactor.js';
import type { RechecksSummary } from '../rechecks/rechecks-summary.js';
import type { ResultRow } from '../row/result-row.js';
import type { Verdict } from '../domain/score.js';
import type { RunManifest } from '../row/run-manifest.js';
import type { RoundsSummary } from '../row/rounds-summary.js';
import type { BudgetSummary, RunSummary } from '../row/run-summary.js';
import type { VerdictThresholds } from '../scoring/verdict.js';
import type { Comparison } from './comparison.js';
import type { Definition } from './definition.js';

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

/** A stored run that is compared, for reports that show its replies. */
export interface ReportedRun {
  readonly id: string;
  /** Folder of the run as it should be shown. */
  readonly location: string;
  /** Undefined for a folder of rows that does not say what it is. */
  readonly manifest: RunManifest | undefined;
  /** Undefined for a run that goes on, or was killed. */
  readonly summary: RunSummary | undefined;
  /** Those that count; secrets are taken out by whoever shows them. */
  rows(): AsyncIterable<ResultRow>;
  /** Reads how far its scores can be trusted, which may take reading all of its rows again. Absent where nobody vouches for the project. */
  trust?(): Promise<RunTrust>;
}

/** What a person said of the reply of a row. */
export interface ReportedLabel {
  readonly trialKey: string;
  /** Null takes back what was said before. */
  readonly verdict: Verdict | null;
  /** [0, 1] */
  readonly score?: number | undefined;
  readonly note: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What keeps a run from going on faster, at a moment. */
export interface HoldUp {
  /**
   * - `rate_limit`: requests of a target wait for a limit of its server, or one of its settings;
   * - `retries`: requests of it failed and wait for their next try;
   * - `stuck`: requests of it take far longer than others;
   * - `judges`: trials wait for their judges, and no more are to;
   * - `batches`: everything that is left waits for batches.
   */
  readonly kind: 'rate_limit' | 'retries' | 'stuck' | 'judges' | 'batches';
  /** Absent for judges and batches. */
  readonly target?: string | undefined;
  /** Requests, or trials that wait for judges; absent for a limit. */
  readonly count?: number | undefined;
  /** Milliseconds until a limit lets the next request through. */
  readonly forMs?: number | undefined;
}

/** What any method of a reporter returns: a promise is waited for, and everything else forgotten. */
type Done = unknown;

/**
 * Shows a run to somebody: a terminal, a file, a service. Every method is optional and may be
 * asynchronous. The run never waits for a reporter, so that a call may come while an earlier one is
 * under way; `runFinished` is called when the promises of earlier calls are settled, and is waited for
 * within bounds. Findings may come before `runStarted` and after `runFinished`.
 *
 * A reporter changes nothing of what it is given, and nothing of the outcome: one that throws, or
 * whose promise rejects, is not called again, and the others get a warning that names it.
 */
export interface Reporter {
  readonly name: string;
  runStarted?(run: RunStart): Done;
  /** The likely number of trials, for a run whose files are read while it goes on. */
  trialsEstimated?(total: number): Done;
  /** A finding about a file, or something that the run wants to be known at once. */
  diagnostic?(diagnostic: Diagnostic): Done;
  /** Told again and again while something holds the run up, most important first, and once with nothing when that is over. */
  heldUp?(holdUps: readonly HoldUp[]): Done;
  /** Told again and again while the run goes on, if there are budgets: how it stands with them. */
  spent?(budgets: readonly BudgetSummary[]): Done;
  /** Told after each look of a run that adds repeats until it is decided: what became of the suites that were open. */
  roundEnded?(rounds: RoundsSummary): Done;
  /** Called when all planned repeats are done and single cases are asked again, if there are such. Their rows are handed to nobody. */
  rechecksStarted?(rechecks: Pick<RechecksSummary, 'most' | 'cases' | 'planned' | 'done'>): Done;
  trialStarted?(trial: Trial): Done;
  trialFinished?(row: ResultRow): Done;
  /**
   * A row that an earlier part of the run stored, and that counts: called after `runStarted` and before the first trial. A reporter
   * without it gets it by `trialFinished`.
   */
  trialKept?(row: ResultRow): Done;
  /**
   * Called once, also after an interruption.
   * @param comparison what the run is compared with, where that is known.
   * @param trust reads how far its scores can be trusted, which may take reading all of its rows again. Absent where nobody vouches for
   * the project.
   */
  runFinished?(summary: RunSummary, comparison?: Comparison, trust?: () => Promise<RunTrust>): Done;
  /**
   * The only call, besides `close`, for a report of a comparison alone. Of definitions with `compares`.
   * @param runs what is compared, as far as it is stored: the one before, if that is a run, then the other; one alone for two targets of it.
   */
  comparisonFinished?(comparison: Comparison, runs?: readonly ReportedRun[]): Done;
  /**
   * Frees what the reporter holds (files, a terminal). The last call, also of one that failed and of a
   * run that never started; may come again, and while another call is under way.
   */
  close?(): Done;
}

/** Where a report is written to. */
export interface ReportOutput {
  /**
   * Writes the next piece. Whoever writes much waits for the promise, where there is one. It never
   * rejects: what cannot be written is noticed by the owner of the output.
   */
  write(text: string): unknown;
}

/** A CI server that runs the command and reads what is written to it. */
export interface CiServer {
  /** Takes lines that are commands to the server. Nothing else that is printed is one. */
  readonly log: ReportOutput;
  /** Absolute path of a file that the server shows as a summary; what is there already belongs to others. */
  readonly summaryFile?: string | undefined;
  /** The working directory from the root of the checkout, with slashes; empty for the root itself. */
  readonly folder: string;
}

/** How far the scores of a run can be trusted, as far as somebody looked. */
export interface RunTrust {
  /** Absent where neither labels nor an earlier calibration say anything. */
  readonly calibration?: Calibration | undefined;
  /** Absent where its targets were not ranked. */
  readonly ranking?: KeptRanking | undefined;
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}

/** What a reporter may use of the world around it. */
export interface ReporterEnvironment {
  /**
   * Takes the report: standard output, or a file that is put in its place, whole, once `runFinished` has
   * been settled. Secrets are taken out of what is written here.
   */
  readonly output: ReportOutput;
  /** Takes what is said while the run goes on: standard error for a report that is shown to a person, nowhere else. */
  readonly progress: ReportOutput;
  /** Absolute path of the file that the report becomes; undefined for standard output. */
  readonly file?: string | undefined;
  /** Existing absolute folder for temporary files of the reporter's own, on the disk of the report. */
  readonly scratchFolder: string;
  /** Whether escape codes for colours may be written. */
  readonly color: boolean;
  /** True if `progress` is a terminal on which lines may be drawn again. */
  readonly interactive: boolean;
  /** Columns of a line now. Infinity for what is no terminal, so that lines stay whole; 0 for an unknown width. */
  columns(stream: 'output' | 'progress'): number;
  /** Where a CI server that takes commands runs the command; undefined elsewhere, and in programs. */
  readonly ciServer?: CiServer | undefined;
  /**
   * Reads the page that shows runs: an HTML document that needs nothing else, to which a report adds its data. Absent where there is
   * none; the command has one.
   */
  readonly page?: (() => Promise<string>) | undefined;
  /** Version of Assay. */
  readonly version?: string | undefined;
  /** What people said of replies of a run, oldest first. Absent where nothing can have been said yet. */
  readonly labels?: ((runId: string) => Promise<readonly ReportedLabel[]>) | undefined;
  /** What somebody who asks for the report wants results summed up by besides: `tag:lang`. What its own options say goes before. Absent for nothing. */
  readonly by?: readonly string[] | undefined;
  /** For reporters that send something elsewhere. Rows and summaries hold no secrets but in the names of cases, suites and targets. */
  readonly redactor: Redactor;
}

/** A reporter that can be asked for by its name: `--report NAME=FILE`. */
export interface ReporterDefinition<TSchema extends GenericSchema = GenericSchema> extends Definition {
  readonly kind: 'reporter';
  /** Free of keys called `name` and `file`, which every report has. */
  readonly options: TSchema;
  /**
   * Media type of what is written to `output`. Absent for one that writes nothing there (it tells a
   * service, say): such takes no file, and any number of them may go together.
   */
  readonly writes?: string | undefined;
  /** True if its reporters have `comparisonFinished`, and can be asked for by the commands that compare. */
  readonly compares?: true | undefined;
  /**
   * True for one that tells a CI server: it is made for every run there, unless somebody says no, and nowhere else. Settings may ask
   * for it all the same.
   */
  readonly needsCiServer?: true | undefined;
  /**
   * Makes it ready, before the first request.
   * @throws ConfigError when something is missing.
   */
  create(options: InferOutput<TSchema>, environment: ReporterEnvironment): Reporter | Promise<Reporter>;
}

/** Declares a reporter with its options typed by its schema. */
export function defineReporter<const TSchema extends GenericSchema>(
  definition: Omit<ReporterDefinition<TSchema>, 'kind'>,
): ReporterDefinition<TSchema> {
  return { kind: 'reporter', ...definition };
}
