import { createRedactor, type Redactor, type Reporter, type ReporterDefinition, type ResultRow, type RunSummary } from '@assay/schema';
import type { Extensions } from './runner/reading/installed-definitions.js';
import type { LostReporter } from './runner/reporting/isolate-reporters.js';
import type { RunResult } from './runner/run-evals.js';
import type { OptionValues } from './options/option-values.js';
import type { RunContext, RunRequest } from './runner/run-settings.js';
import { folderOfCall } from './processes/folder-of-call.js';
import { redactError } from './secrets/redact-error.js';

/** Options of {@link evaluate}: those of `assay run`, and what only a program can give: definitions of its own, and who follows the run. */
export interface EvaluateOptions extends Partial<Omit<RunContext, 'files' | 'words' | 'reporters' | 'misspeltMethods' | 'stdout' | 'isAudit' | 'reorderedRepeats'>>, OptionValues, Omit<Extensions, 'reporters'> {
  /** Eval files, folders or globs; none with `resume` or `rescore`. */
  readonly files?: string | readonly string[] | undefined;
  /**
   * Reporters that follow the run, and definitions of reporters besides the installed ones, for `reports`; one of the same
   * name replaces it.
   */
  readonly reporters?: readonly (Reporter | ReporterDefinition)[] | undefined;
  /** Told of every row when it is stored; with `resume` and `rescore` first of those that are kept. */
  readonly onRow?: ((row: ResultRow) => void) | undefined;
}

export interface EvaluateResult {
  readonly summary: RunSummary;
  /** Folder of the run, absolute. */
  readonly location: string;
  /** Reporters that failed and were left out, `on-row` for `onRow` and `on-batches` for `onBatches`. The outcome is the same, and no row is lost. */
  readonly lostReporters: readonly LostReporter[];
  /** Reads the rows back from the run folder, in the order of finishing. */
  rows(): AsyncIterable<ResultRow>;
}

function isDefinition(reporter: Reporter | ReporterDefinition): reporter is ReporterDefinition {
  return (reporter as Partial<ReporterDefinition>).kind === 'reporter';
}

/** What it throws says no secret. */
async function withCleanErrors(redactor: Redactor, run: () => Promise<RunResult>): Promise<RunResult> {
  try {
    return await run();
  } catch (error) {
    throw redactError(error, redactor);
  }
}

/**
 * Runs eval files against targets and scores the replies: what `assay run` does, in a program.
 * Prints nothing; give `reporters` or `onRow` to follow it, and `reports` for files. A run that fails or stays undecided is
 * a result, not an error: see `summary.outcome`.
 *
 * @throws UsageError, ConfigError or InvalidFileError before anything is sent.
 * @throws StoreError when the run folder cannot be written.
 * @throws UnsettledError when the process has nothing left to do, and a promise of what the program gave has not settled.
 */
export async function evaluate(given: EvaluateOptions): Promise<EvaluateResult> {
  // Before anything is waited for: that of the call.
  const here = folderOfCall();
  const { checkEvaluateOptions } = await import('./options/checking/check-evaluate-options.js');
  const options = checkEvaluateOptions(given);
  const { files = [], evaluators, pointFunctions, rules, providers, loaders, onRow, reporters = [], ...rest } = options;
  const rowReporter: Reporter[] = onRow ? [{ name: 'on-row', trialFinished: onRow }] : [];
  // Also where somebody says `undefined`.
  const { signal = new AbortController().signal, env = process.env, redactor = createRedactor() } = rest;
  redactor.addEnvironment(env);
  // What a run takes is loaded by the first one, not by who only imports this.
  const [{ checkExtensions, misspeltMethods }, { runEvals }, { orNothingLeft }, { FIELDS }] = await Promise.all([
    import('./runner/reading/check-extensions.js'),
    import('./runner/run-evals.js'),
    import('./processes/or-nothing-left.js'),
    import('./options/option-words.js'),
  ]);
  checkExtensions(options);
  const request: Omit<RunRequest, 'cwd'> = {
    ...rest,
    words: FIELDS,
    signal,
    env,
    redactor,
    files: typeof files === 'string' ? [files] : files,
    reporters: [...reporters.filter((reporter) => !isDefinition(reporter)), ...rowReporter],
    hasForeignReporters: true,
    misspeltMethods,
    // What settings ask for is meant for who starts the command.
    reports: rest.reports ?? [],
  };
  const extensions: Extensions = { evaluators, pointFunctions, rules, providers, loaders, reporters: reporters.filter(isDefinition) };
  const { summary, location, storeError, lostReporters } = await withCleanErrors(redactor, async () => {
    const { workingFolder } = await import('./options/checking/working-folder.js');
    const cwd = await workingFolder(options.cwd, here);
    return orNothingLeft(() => runEvals({ ...request, cwd }, extensions));
  });
  if (storeError && summary.outcome !== 'interrupted') throw redactError(storeError, redactor);
  const { readRun } = await import('./runs/read-run.js');
  return { summary, location, lostReporters, rows: () => readRun(location) };
}
