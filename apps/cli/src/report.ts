import { createRedactor, type Redactor, type ReporterDefinition, type RunSummary } from '@assay/schema';
import type { ReportRequest } from './options/option-types.js';
import type { LostReporter } from './runner/reporting/isolate-reporters.js';
import { folderOfCall } from './processes/folder-of-call.js';
import { redactError } from './secrets/redact-error.js';

/** Options of {@link report}. */
export interface ReportOptions {
  /** A run folder, a run id or `latest`, which is the default. */
  readonly run?: string | undefined;
  /** Reports as on the command line (`csv=results.csv`), or with their options. */
  readonly reports: readonly (string | ReportRequest)[];
  /** Definitions of reporters besides the installed ones; one of the same name replaces it. */
  readonly reporters?: readonly ReporterDefinition[] | undefined;
  /** A run that reports say the changes since. Default: the baselines of the project, where there are some; `false` for nothing. */
  readonly against?: string | false | undefined;
  /** Where the project is looked for, and files start. Default: the folder of the process. */
  readonly cwd?: string | undefined;
  /** Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Knows secrets that reports must not hold. Default: those of the environment. */
  readonly redactor?: Redactor | undefined;
}

export interface ReportResult {
  readonly summary: RunSummary;
  /** Reports that are not there, with the reason. */
  readonly lostReporters: readonly LostReporter[];
}

/**
 * Writes reports of a run that is stored: what `assay report` does, in a program. Prints nothing.
 *
 * @throws UsageError, ConfigError or InvalidFileError for what cannot be, before a report is written.
 * @throws StoreError when the run cannot be read.
 */
export async function report(given: ReportOptions): Promise<ReportResult> {
  const here = folderOfCall();
  const [{ checkReportOptions }, { checkExtensions }] = await Promise.all([import('./options/checking/check-report-options.js'), import('./runner/reading/check-extensions.js')]);
  const options = checkReportOptions(given);
  checkExtensions({ reporters: options.reporters });
  const { run = 'latest', reports, reporters: definitions, against, env = process.env, redactor = createRedactor() } = options;
  redactor.addEnvironment(env);
  const [{ reportRun }, { FIELDS }, { workingFolder }] = await Promise.all([
    import('./runner/report/report-run.js'),
    import('./options/option-words.js'),
    import('./options/checking/working-folder.js'),
  ]);
  try {
    const cwd = await workingFolder(options.cwd, here);
    return await reportRun({ run, reports, definitions, against, cwd, env, redactor, reporters: [], words: FIELDS, signal: new AbortController().signal });
  } catch (error) {
    throw redactError(error, redactor);
  }
}
