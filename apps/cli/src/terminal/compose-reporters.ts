import type { WrittenReport } from '@assay/loaders';
import { createRedactor, UsageError, type Reporter, type ReporterDefinition, type ReporterEnvironment, type ReportOutput } from '@assay/schema';
import { checkPrintedTables, findReporter } from '../runner/reporting/check-report.js';
import { installedReporters } from '../runner/reading/installed-reporters.js';
import type { OptionValues } from '../options/option-values.js';
import { writtenReports } from '../runner/reporting/written-reports.js';
import { outputColumns, usesColor } from './output-style.js';
import { writeOut } from './write-out.js';

export interface ComposeOptions {
  /** Reports that were asked for on the command line; undefined for none. */
  readonly reports: OptionValues['reports'];
  /** `--json`: that report on standard output, as `--report json` has it. */
  readonly json: boolean;
  readonly verbose: boolean;
  /** Prints how each score came about, not together with another report on standard output. */
  readonly explain?: boolean | undefined;
  /** Which cases are shown whole as they end, on standard error. */
  readonly show?: 'all' | 'failed' | 'none' | undefined;
  /** What results are summed up by, after the summary, or in the report on standard output, if it can have that. */
  readonly by?: readonly string[] | undefined;
}

/** What shows a run to whoever started it. */
export interface ComposedReporters {
  readonly reporters: readonly Reporter[];
  /** The reports that remain; undefined leaves them to the project. */
  readonly reports: OptionValues['reports'];
  /** Takes the report without a file, where there is room for one. */
  readonly stdout: ReportOutput | undefined;
}

const JSON_REPORT: WrittenReport = { name: 'json', options: {} };
const TERMINAL: WrittenReport = { name: 'terminal', options: {} };

/** Standard output at its reader's pace. What cannot be written is reported by the stream itself. */
const stdout: ReportOutput = { write: (text) => writeOut(text) };

/** What there is to ask for on the command line, with the terminal itself among it. */
type Definitions = readonly ReporterDefinition[];

function isPrinted(report: WrittenReport, definitions: Definitions): boolean {
  return report.file === undefined && findReporter(report, definitions).writes !== undefined;
}

/** The report that standard output is for; undefined for what a person reads. @throws UsageError for two of them. */
function printedReport(reports: readonly WrittenReport[], definitions: Definitions, { json, explain, by }: ComposeOptions): WrittenReport | undefined {
  const printed = [...(json ? [JSON_REPORT] : []), ...reports.filter((report) => isPrinted(report, definitions))];
  const [first, second] = printed;
  if (first && second) {
    throw new UsageError(`${first.name} and ${second.name} would both be printed on standard output`, { hint: `give one of them a file: --report ${second.name}=FILE` });
  }
  if (explain && first && first.name !== TERMINAL.name) {
    throw new UsageError(`--explain prints on standard output, as report ${first.name} does`, { hint: `give the report a file: --report ${first.name}=FILE` });
  }
  if (first) checkPrintedTables(findReporter(first, definitions), by);
  return first?.name === TERMINAL.name ? undefined : first;
}


/**
 * The reporters of the command line: a terminal or a log, which leaves standard output to a report that
 * has no file.
 * @throws UsageError for reports that cannot go together.
 */
export async function composeReporters(options: ComposeOptions): Promise<ComposedReporters> {
  const { json, verbose, explain, show, by } = options;
  const reports = writtenReports(options.reports);
  const definitions = installedReporters();
  const printed = printedReport(reports ?? [], definitions, options);
  const { stderr } = process;
  const environment: ReporterEnvironment = {
    output: printed ? { write: () => undefined } : process.stdout,
    progress: stderr,
    scratchFolder: '',
    // One choice for both streams, so that neither puts escape codes into a file.
    color: usesColor() && usesColor(stderr),
    interactive: stderr.isTTY && !process.env['CI'] && process.env['TERM'] !== 'dumb',
    columns: (stream) => outputColumns(stream === 'output' ? 'stdout' : 'stderr'),
    redactor: createRedactor(),
  };
  const make = async (written: WrittenReport, own: Readonly<Record<string, unknown>>, environment: ReporterEnvironment): Promise<Reporter> =>
    findReporter(written, definitions).create(own, environment);
  const terminal = await make(TERMINAL, { verbose, explain, show, by }, environment);
  process.once('exit', () => void terminal.close?.());
  return {
    reporters: json ? [terminal, await make(JSON_REPORT, by ? { by } : {}, { ...environment, output: process.stdout })] : [terminal],
    reports: reports?.filter((report) => report.name !== TERMINAL.name || report.file !== undefined),
    stdout: printed && !json ? stdout : undefined,
  };
}
