import { findDefinition, UsageError, type CiServer, type Comparison, type Redactor, type ReportedRun, type ReporterEnvironment, type ReporterDefinition, type ReportOutput } from '@assay/schema';
import type { OptionValues } from '../../options/option-values.js';
import { isolateReporters, type LostReporter } from './isolate-reporters.js';
import { openReports } from './open-reports.js';
import { planReports } from './plan-reports.js';
import { checkPrintedTables, reportProblem } from './check-report.js';
import { writtenReports } from './written-reports.js';

/** How long a report may take to become ready, or to be finished. */
const MOST_SECONDS = 30;

export interface ComparisonReportsOptions {
  /** As on the command line; undefined for none. */
  readonly reports: OptionValues['reports'];
  /** Reporters that there are. */
  readonly definitions: readonly ReporterDefinition[];
  /** True if standard output has JSON. */
  readonly json: boolean;
  /** What the comparison is made apart for, too. */
  readonly by?: readonly string[] | undefined;
  readonly cwd: string;
  readonly redactor: Redactor;
  /** Takes a report without a file. */
  readonly stdout: ReportOutput;
  /** The CI server that runs the command. */
  readonly ciServer: CiServer | undefined;
  /** What people said of replies. */
  readonly labels: ReporterEnvironment['labels'];
  /** Called with what went wrong. */
  readonly onLost: (lost: LostReporter) => void;
}

/** Reports of a comparison that is still to be made. */
export interface ComparisonReports {
  /** True if one of them is printed, in place of what the command prints. */
  readonly printed: boolean;
  /** True if there are any. */
  readonly wanted: boolean;
  /** Writes them. @returns true when all of them are there. */
  write(comparison: Comparison, runs: readonly ReportedRun[]): Promise<boolean>;
  /** Takes away what is not whole. */
  close(): Promise<void>;
}

function namesOf(definitions: readonly ReporterDefinition[]): string {
  return definitions.flatMap(({ name, compares }) => (compares ? [name] : [])).join(', ');
}

/**
 * Makes reports of a comparison ready.
 * @throws UsageError for reports that there are not, that are of runs alone, or that cannot be written.
 */
export async function openComparisonReports(options: ComparisonReportsOptions): Promise<ComparisonReports> {
  const { definitions, cwd, json, by, redactor, stdout, ciServer, labels, onLost } = options;
  const reports = writtenReports(options.reports) ?? [];
  // Commands that compare tell a server only what they are asked to.
  const isAsked = reports.some(({ name }) => findDefinition(definitions, name)?.needsCiServer);
  const planned = planReports({ reports, project: { root: cwd, reports: [] }, definitions, cwd, printable: true, onCiServer: isAsked && ciServer !== undefined });
  for (const { definition, written } of planned) {
    if (!definition.compares) throw reportProblem(written, `report ${definition.name} is of runs, not of comparisons`, { hint: `reports of comparisons: ${namesOf(definitions)}` });
  }
  const printed = planned.find(({ definition, path }) => path === undefined && definition.writes !== undefined);
  if (printed) checkPrintedTables(printed.definition, by);
  if (printed && json) {
    const { name } = printed.definition;
    throw new UsageError(`json and ${name} would both be printed on standard output`, { hint: `give one of them a file: --report ${name}=FILE` });
  }
  const reporters = isolateReporters({ reporters: [], reporterTimeoutSeconds: MOST_SECONDS }, redactor);
  for (const report of await openReports(planned, { redactor, stdout, ciServer, labels, mostMs: MOST_SECONDS * 1000 })) reporters.add(report);
  return {
    printed: printed !== undefined,
    wanted: planned.length > 0,
    async write(comparison, runs) {
      await reporters.comparisonFinished(comparison, runs);
      for (const lost of reporters.lost) onLost(lost);
      return reporters.lost.length === 0;
    },
    close: () => reporters.close(),
  };
}
