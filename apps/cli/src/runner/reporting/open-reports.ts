import { tmpdir } from 'node:os';
import { AssayError, describeValue, toErrorInfo, type CiServer, type Redactor, type Reporter, type ReporterEnvironment, type ReportOutput } from '@assay/schema';
import { VERSION } from '../../version.js';
import { pageHtml } from '../view/page-html.js';
import { reportProblem } from './check-report.js';
import { ReporterError } from './reporter/reporter-error.js';
import { reporterName } from './reporter/reporter-name.js';
import type { OptionWords } from '../../options/option-words.js';
import { ReportFile } from './report-file.js';
import type { PlannedReport } from './plan-reports.js';

/** A report that is being written. */
export interface OpenReport {
  readonly reporter: Reporter;
  /** Where it goes, as it is to be named. */
  readonly shown: string;
  /** The reporter as its definition made it. */
  readonly made: Reporter;
  /** Grows while it is written. */
  readonly progress: () => number;
  /** Takes away what is not whole, and frees the rest. Never rejects. */
  close(): Promise<void>;
}

export interface OpenReportsOptions {
  readonly redactor: Redactor;
  /** Standard output, for a report without a file. */
  readonly stdout: ReportOutput | undefined;
  readonly ciServer?: CiServer | undefined;
  /** What people said of replies; absent for a run that begins. */
  readonly labels?: ReporterEnvironment['labels'];
  /** What reports sum results up by, if nothing of their own says it. */
  readonly by?: readonly string[] | undefined;
  /** Milliseconds that one may take to become ready. */
  readonly mostMs: number;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

const SILENT: ReportOutput = { write: () => undefined };

/** Standard output, whose reader may take as long as it likes: what waits for it grows, so to speak. */
function patient(stdout: ReportOutput): { readonly output: ReportOutput; readonly progress: () => number } {
  let waiting = 0;
  return {
    output: {
      async write(text) {
        waiting += 1;
        await stdout.write(text);
        waiting -= 1;
      },
    },
    progress: () => (waiting > 0 ? performance.now() : 0),
  };
}

/** Output that takes texts alone: whatever else would stand in a report as `[object Object]`. Like all outputs, it never rejects. */
function textsAlone(output: ReportOutput): { readonly output: ReportOutput; readonly check: () => void } {
  let odd: string | undefined;
  return {
    output: {
      write(text: unknown) {
        if (typeof text === 'string') return output.write(text);
        odd ??= describeValue(text);
        return undefined;
      },
    },
    check() {
      if (odd !== undefined) throw new ReporterError(`it gave output.write() ${odd} in place of a text`);
    },
  };
}

/** The reporter, whose end is that its file, if it has one, stands in its place. With a file it is told all that it would be without one. */
function completed(reporter: Reporter, name: string, check: () => void, file: ReportFile | undefined): Reporter {
  return {
    name,
    runStarted: (run) => reporter.runStarted?.(run),
    trialsEstimated: (total) => reporter.trialsEstimated?.(total),
    diagnostic: (diagnostic) => reporter.diagnostic?.(diagnostic),
    heldUp: (holdUps) => reporter.heldUp?.(holdUps),
    spent: (budgets) => reporter.spent?.(budgets),
    roundEnded: (rounds) => reporter.roundEnded?.(rounds),
    rechecksStarted: (rechecks) => reporter.rechecksStarted?.(rechecks),
    trialStarted: (trial) => reporter.trialStarted?.(trial),
    trialFinished: (row) => reporter.trialFinished?.(row),
    trialKept: (row) => (reporter.trialKept ? reporter.trialKept(row) : reporter.trialFinished?.(row)),
    async runFinished(summary, comparison, trust) {
      await reporter.runFinished?.(summary, comparison, trust);
      check();
      await file?.commit();
    },
    async comparisonFinished(comparison, runs) {
      await reporter.comparisonFinished?.(comparison, runs);
      check();
      await file?.commit();
    },
    close: () => reporter.close?.(),
  } satisfies Required<Reporter>;
}

/** Frees what a reporter holds that came when nobody waited for it any more. Whatever becomes of it is told to nobody. */
function closeLate(making: Promise<unknown>): void {
  void making.then((made) => (made as Reporter | null | undefined)?.close?.()).catch(() => undefined);
}

/** @throws UsageError or ConfigError for whatever goes wrong. */
async function makeReporter({ definition, options, written }: PlannedReport, environment: ReporterEnvironment, mostMs: number): Promise<Reporter> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ReporterError(`it was not ready within ${mostMs / 1000} s`, { hint: 'see create() of its definition' })), mostMs);
  });
  try {
    const making = (async (): Promise<unknown> => definition.create(options, environment))();
    const made: unknown = await Promise.race([making, tooLong.catch((late: unknown) => {
      closeLate(making);
      throw late;
    })]);
    if (typeof made !== 'object' || made === null) throw new ReporterError(`create() gave ${describeValue(made)}, which is no reporter`, { hint: 'create() of its definition has to return an object with a name, and a method for each event that it follows' });
    return made as Reporter;
  } catch (error) {
    if (error instanceof AssayError && !(error instanceof ReporterError)) throw error;
    const { message, hint } = toErrorInfo(error);
    throw reportProblem(written, `reporter ${definition.name} could not be made: ${message}`, { hint, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function openReport(planned: PlannedReport, { redactor, stdout = SILENT, ciServer, labels, by, mostMs, words }: OpenReportsOptions): Promise<OpenReport> {
  const { definition, path, shown } = planned;
  const json = definition.writes?.endsWith('json') ?? false;
  const file = path === undefined ? undefined : await ReportFile.open({ path, shown, redactor, json, words });
  const printed = patient(stdout);
  const { output, check } = textsAlone(file ?? printed.output);
  const environment: ReporterEnvironment = {
    output,
    progress: SILENT,
    file: path,
    scratchFolder: file?.folder ?? tmpdir(),
    color: false,
    interactive: false,
    columns: () => Number.POSITIVE_INFINITY,
    page: pageHtml,
    version: VERSION,
    labels,
    by,
    redactor,
    ciServer,
  };
  try {
    const reporter = await makeReporter(planned, environment, mostMs);
    const name = reporterName(reporter, definition.name);
    return {
      reporter: completed(reporter, name, check, file),
      shown,
      made: reporter,
      progress: () => (file ? file.written : printed.progress()),
      async close() {
        await file?.discard().catch(() => undefined);
      },
    };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/**
 * Makes reports ready: their folders are there and their files can be written.
 * @throws UsageError, ConfigError when one cannot be; then none is left open.
 */
export async function openReports(planned: readonly PlannedReport[], options: OpenReportsOptions): Promise<readonly OpenReport[]> {
  const open: OpenReport[] = [];
  try {
    for (const report of planned) open.push(await openReport(report, options));
    return open;
  } catch (error) {
    for (const report of open) {
      await (async () => report.reporter.close?.())().catch(() => undefined);
      await report.close();
    }
    throw error;
  }
}
