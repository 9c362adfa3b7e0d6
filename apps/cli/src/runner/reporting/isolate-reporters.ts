import { deepFreeze, frozenCopy, isPromiseLike, toErrorInfo, type Comparison, type Diagnostic, type ErrorInfo, type Redactor, type ReportedRun, type Reporter, type ResultRow, type RunSummary, type Trial, type RunTrust } from '@assay/schema';
import type { OpenReport } from './open-reports.js';
import { ReporterError } from './reporter/reporter-error.js';
import { reporterName } from './reporter/reporter-name.js';
import type { RunSettings } from '../run-settings.js';

/** A reporter that failed and was left alone from then on. */
export interface LostReporter {
  readonly name: string;
  readonly error: ErrorInfo;
  /** What was asked for by name and is not there: the file as it is shown, or `standard output`. */
  readonly report?: string | undefined;
}

/** Several reporters as one that never fails. */
export interface Reporters extends Required<Omit<Reporter, 'name' | 'runFinished' | 'comparisonFinished' | 'close'>> {
  /** Resolves when all are done with what they began, or have taken too long for it. */
  runFinished(summary: RunSummary, comparison?: Comparison, trust?: () => Promise<RunTrust>): Promise<void>;
  /** How the batches are that the run waits for: for `onBatches`, which is left alone after its first failure as reporters are. */
  inBatches(text: string): void;
  /** The same for reports of a comparison alone. */
  comparisonFinished(comparison: Comparison, runs?: readonly ReportedRun[]): Promise<void>;
  /** Those that failed so far. */
  readonly lost: readonly LostReporter[];
  /** Adds a report that was asked for by name. It gets the findings that came before it. */
  add(report: OpenReport): void;
  /** Frees what all of them hold, whatever became of them. Never rejects. */
  close(): Promise<void>;
}

/** Most findings that are kept for reports that are opened later. */
const MOST_FINDINGS = 1000;

type ReporterSettings = Pick<RunSettings, 'reporters' | 'reporterTimeoutSeconds' | 'hasForeignReporters' | 'misspeltMethods' | 'onBatches'>;

const LATE_HINT = 'see whether it waits for something that never comes; if it needs longer, raise reporterTimeoutSeconds of evaluate()';

type Call = (reporter: Reporter) => unknown;

/** One reporter, which is not called again after its first failure. */
class IsolatedReporter {
  readonly #reporter: Reporter;
  readonly #report: OpenReport | undefined;
  readonly #onLost: (lost: LostReporter) => void;
  /** Calls whose promises are not settled yet. */
  #pending = 0;
  #lost = false;
  #whenQuiet: (() => void) | undefined;

  constructor(reporter: Reporter, onLost: (lost: LostReporter) => void, report?: OpenReport) {
    this.#reporter = reporter;
    this.#report = report;
    this.#onLost = onLost;
  }

  call(action: Call): void {
    if (this.#lost) return;
    try {
      const result = action(this.#reporter);
      if (isPromiseLike(result)) void this.#watch(result);
    } catch (error) {
      this.#lose(error);
    }
  }

  /**
   * The last call about the run: made when the earlier ones are settled, and waited for as long as it may
   * take. A report that is being written may take longer, as long as it grows.
   * @param isReading whether something is read for it at the moment, which counts for no time of its own
   */
  async finish(action: Call, mostMs: number, isReading: () => boolean): Promise<void> {
    let written = this.#report?.progress();
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      timer = setTimeout(() => {
        const now = this.#report?.progress();
        if (now === written && !isReading()) this.#lose(new ReporterError(`it did not finish within ${mostMs / 1000} s after the run`, { hint: LATE_HINT }));
        else {
          written = now;
          wait();
        }
      }, mostMs);
    };
    wait();
    await this.#quiet();
    this.call(action);
    await this.#quiet();
    clearTimeout(timer);
  }

  /** Frees what it holds; waits no longer than for its end. */
  async close(mostMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, mostMs);
    });
    // An error of close() is not reported: by now the report is finished, or lost.
    const closed = (async () => this.#reporter.close?.())().catch(() => undefined);
    await Promise.race([closed, tooLong]);
    clearTimeout(timer);
    await this.#report?.close();
  }

  async #watch(result: PromiseLike<unknown>): Promise<void> {
    this.#pending += 1;
    try {
      await result;
    } catch (error) {
      this.#lose(error);
    }
    this.#pending -= 1;
    if (this.#pending === 0) this.#whenQuiet?.();
  }

  /** Resolves when nothing is pending, or nobody cares any more. */
  async #quiet(): Promise<void> {
    if (this.#pending === 0 || this.#lost) return;
    await new Promise<void>((resolve) => {
      this.#whenQuiet = resolve;
    });
  }

  #lose(error: unknown): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#whenQuiet?.();
    const { shown: report } = this.#report ?? {};
    this.#onLost({ name: reporterName(this.#reporter), error: toErrorInfo(error), ...(report === undefined ? {} : { report }) });
  }
}

/** That a reporter was lost, as what the others show. */
export function lostReporterDiagnostic({ name, error, report }: LostReporter): Diagnostic {
  if (report !== undefined) {
    return {
      severity: 'error',
      code: 'reporter',
      message: `report "${name}" for ${report} is lost: ${error.message}`,
      hint: 'every row is kept in the folder of the run',
    };
  }
  return {
    severity: 'warning',
    code: 'reporter',
    message: `reporter "${name}" failed and was left out: ${error.message}`,
    hint: 'no result is lost by it, and the outcome is the same',
  };
}

/** What is read once, when the first of the reporters asks, and handed to each as its own. */
function sharedTrust(trust: (() => Promise<RunTrust>) | undefined, redactor: Redactor): { readonly read: typeof trust; readonly isReading: () => boolean } {
  if (!trust) return { read: undefined, isReading: () => false };
  let reading: Promise<RunTrust> | undefined;
  let isReading = false;
  const begin = async (): Promise<RunTrust> => {
    isReading = true;
    try {
      return redactor.value(await trust());
    } finally {
      isReading = false;
    }
  };
  return { read: async () => structuredClone(await (reading ??= begin())), isReading: () => isReading };
}

/**
 * Keeps reporters apart from the run and from each other. One that throws, or whose promise
 * rejects, is not called again, and the others are informed. Nobody waits for a reporter before
 * the end of the run; then all finish side by side, each within the time of the settings.
 * @param redactor for what failures of reporters say.
 */
export function isolateReporters({ reporters, reporterTimeoutSeconds, hasForeignReporters = false, misspeltMethods, onBatches }: ReporterSettings, redactor: Redactor): Reporters {
  const mostMs = reporterTimeoutSeconds * 1000;
  const lost: LostReporter[] = [];
  const onLost = (found: LostReporter): void => {
    const loss = redactor.value(found);
    lost.push(loss);
    tellAll((other) => other.diagnostic?.(lostReporterDiagnostic(loss)));
  };
  const isolated = reporters.map((reporter) => new IsolatedReporter(reporter, onLost));
  const followsBatches = onBatches && new IsolatedReporter({ name: 'on-batches' }, onLost);
  if (followsBatches) isolated.push(followsBatches);
  const findings: Diagnostic[] = [];
  // All get the same row, and the run counts it: a reporter that writes into it fails, and changes nothing.
  const shared = (value: ResultRow | Diagnostic | Trial): void => void (hasForeignReporters && deepFreeze(value));
  const tellAll = (action: Call): void => {
    for (const reporter of isolated) reporter.call(action);
  };
  // What the run may go on writing into is told as it is now.
  const tellCopy = <T>(value: T, action: (reporter: Reporter, told: T) => unknown): void => {
    const told = hasForeignReporters ? frozenCopy(value) : value;
    tellAll((reporter) => action(reporter, told));
  };
  const finishAll = async (action: Call, isReading: () => boolean = () => false): Promise<void> => {
    await Promise.all(isolated.map((reporter) => reporter.finish(action, mostMs, isReading)));
  };
  const tellFinding = (diagnostic: Diagnostic): void => {
    shared(diagnostic);
    if (findings.length < MOST_FINDINGS) findings.push(diagnostic);
    tellAll((reporter) => reporter.diagnostic?.(diagnostic));
  };
  const tellMisspelt = (reporter: Reporter): void => {
    for (const finding of misspeltMethods?.(reporter, reporterName(reporter)) ?? []) tellFinding(redactor.value(finding));
  };
  for (const reporter of reporters) tellMisspelt(reporter);
  return {
    lost,
    add(report) {
      const added = new IsolatedReporter(report.reporter, onLost, report);
      isolated.push(added);
      for (const finding of findings) added.call((reporter) => reporter.diagnostic?.(finding));
      tellMisspelt(report.made);
    },
    async close() {
      await Promise.all(isolated.map((reporter) => reporter.close(mostMs)));
    },
    runStarted: (run) => tellCopy(run, (reporter, told) => reporter.runStarted?.(told)),
    trialsEstimated: (total) => tellAll((reporter) => reporter.trialsEstimated?.(total)),
    roundEnded: (rounds) => tellCopy(rounds, (reporter, told) => reporter.roundEnded?.(told)),
    rechecksStarted: (rechecks) => tellCopy(rechecks, (reporter, told) => reporter.rechecksStarted?.(told)),
    diagnostic: tellFinding,
    heldUp: (holdUps) => tellCopy(holdUps, (reporter, told) => reporter.heldUp?.(told)),
    spent: (budgets) => tellCopy(budgets, (reporter, told) => reporter.spent?.(told)),
    inBatches: (text) => followsBatches?.call(() => onBatches?.(text)),
    trialStarted(trial) {
      shared(trial);
      tellAll((reporter) => reporter.trialStarted?.(trial));
    },
    trialFinished(row) {
      shared(row);
      tellAll((reporter) => reporter.trialFinished?.(row));
    },
    trialKept(row) {
      shared(row);
      tellAll((reporter) => (reporter.trialKept ? reporter.trialKept(row) : reporter.trialFinished?.(row)));
    },
    // Each has a summary of its own: whoever writes into it changes neither the outcome nor what others show.
    runFinished(summary, comparison, trust) {
      const { read, isReading } = sharedTrust(trust, redactor);
      return finishAll((each) => each.runFinished?.(structuredClone(summary), structuredClone(comparison), read), isReading);
    },
    comparisonFinished(comparison, runs) {
      const shared = runs?.map((run) => ({ run, ...sharedTrust(run.trust, redactor) }));
      const told = shared?.map(({ run, read }): ReportedRun => (read ? { ...run, trust: read } : run));
      return finishAll((each) => each.comparisonFinished?.(structuredClone(comparison), told), () => shared?.some(({ isReading }) => isReading()) === true);
    },
  };
}
