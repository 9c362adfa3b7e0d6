import { findProjectRoot } from '@assay/loaders';
import { formatDiagnostic, type Comparison } from '@assay/schema';
import { EXIT, moreSerious } from '../exit-codes.js';
import type { OptionValues } from '../options/option-values.js';
import { openComparisonReports } from '../runner/reporting/comparison-reports.js';
import { installedReporters } from '../runner/reading/installed-reporters.js';
import { labelsIn } from '../runner/reporting/labels-in.js';
import { reportedRuns } from '../runner/reporting/reported-runs.js';
import { lostReporterDiagnostic } from '../runner/reporting/isolate-reporters.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { ciServerOf } from './ci-server.js';
import { writeOut } from './write-out.js';

/** What a command that compares has to show. */
export interface ShownComparison {
  readonly exitCode: number;
  /** What it prints, as JSON or for a person; made when it is needed. */
  readonly text: () => Promise<string> | string;
  /** What reports are made of; made when it is needed. */
  readonly comparison: () => Comparison;
  /** Folders of the runs that are compared, absolute: the one before, if that is a run, then the other. */
  readonly runs: readonly string[];
}

/**
 * Makes the reports of a command ready, lets it compare, and shows what it found. Resolves to its exit code: one that says of
 * nothing that it is wrong becomes 3 when a report is lost.
 * @param compare what it does, once its reports can be written.
 */
export async function withComparisonReports(
  { reports, json = false, by, cwd }: { readonly reports: OptionValues['reports']; readonly json?: boolean | undefined; readonly by?: readonly string[] | undefined; readonly cwd: string },
  compare: () => Promise<ShownComparison>,
): Promise<number> {
  const onLost: Parameters<typeof openComparisonReports>[0]['onLost'] = (lost) => {
    process.stderr.write(`${formatDiagnostic(lostReporterDiagnostic(lost))}\n`);
  };
  const projectRoot = findProjectRoot(cwd) ?? cwd;
  const open = await openComparisonReports({ reports, definitions: installedReporters(), json, by, cwd, redactor: outputRedactor, stdout: { write: (text) => writeOut(text) }, labels: labelsIn(projectRoot, cwd), ciServer: ciServerOf(process.env, cwd), onLost });
  try {
    const { exitCode, text, comparison, runs } = await compare();
    if (!open.printed) await writeOut(await text());
    const whole = !open.wanted || (await open.write(comparison(), await reportedRuns(runs, { cwd, projectRoot })));
    return whole ? exitCode : moreSerious(exitCode, EXIT.undecided);
  } finally {
    await open.close();
  }
}
