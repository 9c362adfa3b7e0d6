import { EXIT } from '../exit-codes.js';
import { optionsOf, REPORT_OPTIONS } from '../options/command-line.js';
import { reportRun } from '../runner/report/report-run.js';
import { reportsExitCode } from '../runner/reporting/reports-exit-code.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { ciServerOf } from '../terminal/ci-server.js';
import { composeReporters } from '../terminal/compose-reporters.js';
import { createInterrupt } from '../processes/interrupt.js';
import { createSliceCheck } from '../terminal/slice-check.js';
import type { RunCommandOptions } from './run.js';

export interface ReportCommandOptions extends RunCommandOptions {
  /** A run; false for nothing. */
  readonly against?: string | false;
}

/** `assay report`: prints what a stored run came to, and writes reports of it. Resolves to the exit code, which says nothing of the run. */
export async function reportCommand(run: string, options: ReportCommandOptions): Promise<number> {
  const interrupt = createInterrupt(() => {});
  interrupt.listen();
  try {
    const { json = false, explain, against } = options;
    const said = optionsOf(options, REPORT_OPTIONS);
    const { by } = said;
    const slices = createSliceCheck(by ?? []);
    const composed = await composeReporters({ reports: said.reports, json, verbose: said.verbose ?? false, explain, by });
    const { lostReporters } = await reportRun({
      run,
      against,
      github: said.github,
      cwd: process.cwd(),
      env: process.env,
      redactor: outputRedactor,
      ciServer: ciServerOf(process.env, process.cwd()),
      by,
      ...composed,
      reporters: [...composed.reporters, slices.reporter],
      signal: interrupt.signal,
    });
    const unknown = slices.unknown();
    if (unknown && !interrupt.signal.aborted) throw unknown;
    return interrupt.signal.aborted ? EXIT.interrupted : reportsExitCode(EXIT.passed, lostReporters);
  } finally {
    interrupt.release();
  }
}
