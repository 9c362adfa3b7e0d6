import { formatDiagnostic, type RunSummary, type UsageError } from '@assay/schema';
import { lostReporterDiagnostic, type LostReporter } from '../runner/reporting/isolate-reporters.js';
import { STANDARD_OUTPUT } from '../runner/reporting/plan-reports.js';
import { reportsExitCode } from '../runner/reporting/reports-exit-code.js';

/** What has to be known of a run when those who should have shown it failed. */
function lastWords({ outcome, reasons, location }: RunSummary, lost: readonly LostReporter[]): string {
  const lines = [...lost.map((each) => formatDiagnostic(lostReporterDiagnostic(each))), `${outcome}: ${reasons.join('; ')}`, `rows: ${location}`];
  return `${lines.join('\n')}\n`;
}

/** True for one that somebody looked at, and not at a file: the others have reported that. */
function wasWatched({ report }: LostReporter): boolean {
  return report === undefined || report === STANDARD_OUTPUT;
}

/** The exit code of a run, which reports that are lost have a part in. Says what has to be known when nobody showed it. */
export function exitCodeOf(summary: RunSummary, lost: readonly LostReporter[]): number {
  if (lost.some(wasWatched)) process.stderr.write(lastWords(summary, lost));
  return reportsExitCode(summary.exitCode, lost);
}

/** The results are there all the same: a note, and no other exit code. */
export function unknownSlice(found: UsageError | undefined): string {
  return found ? `\nnote: ${found.message}${found.hint === undefined ? '' : ` (${found.hint})`}\n` : '';
}
