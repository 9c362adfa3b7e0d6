import { formatDiagnostic, type RunSummary } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { dryRun } from '../runner/plan/dry-run.js';
import { listenForInterrupt } from '../terminal/interrupt.js';
import { lostReporterDiagnostic, type LostReporter } from '../runner/reporting/isolate-reporters.js';
import { runEvals } from '../runner/run-evals.js';
import type { RunSettings } from '../runner/run-settings.js';
import { composeReporters } from '../terminal/compose-reporters.js';
import { writeOut } from '../terminal/write-out.js';
import { outputRedactor } from '../secrets/output-redactor.js';

/** Options of `run` and `score` as commander hands them over. */
export interface RunCommandOptions {
  readonly target?: readonly string[];
  readonly targets?: string;
  readonly judge?: readonly string[];
  readonly backupJudge?: string;
  readonly embeddings?: string;
  readonly id?: readonly string[];
  readonly tag?: readonly string[];
  readonly limit?: number;
  readonly concurrency?: number;
  readonly repeat?: number;
  readonly out?: string;
  readonly threshold?: number;
  readonly failOn?: 'fail' | 'borderline';
  readonly timeout?: number;
  readonly maxRetries?: number;
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly explain?: boolean;
  readonly verbose?: boolean;
  readonly filterFailed?: string;
  readonly borderline?: boolean;
  readonly dryRun?: boolean;
  readonly outputs?: string;
  readonly untrusted?: boolean;
  readonly allowHost?: readonly string[];
}

function toSettings(files: readonly string[], options: RunCommandOptions): Omit<RunSettings, 'reporters' | 'signal'> {
  return {
    files,
    cwd: process.cwd(),
    env: process.env,
    redactor: outputRedactor,
    targets: options.target ?? [],
    targetsFile: options.targets,
    judges: options.judge ?? [],
    backupJudge: options.backupJudge,
    embeddings: options.embeddings,
    ids: options.id ?? [],
    tags: options.tag ?? [],
    limit: options.limit,
    concurrency: options.concurrency,
    repeat: options.repeat,
    out: options.out,
    threshold: options.threshold,
    failOn: options.failOn,
    timeoutSeconds: options.timeout,
    maxRetries: options.maxRetries,
    strict: options.strict ?? false,
    verbose: options.verbose ?? false,
    filterFailed: options.filterFailed,
    filterBorderline: options.borderline,
    outputs: options.outputs,
    untrusted: options.untrusted,
    allowHosts: options.allowHost,
  };
}

/** What has to be known of a run when those who should have shown it failed. */
function lastWords({ outcome, reasons, location }: RunSummary, lost: readonly LostReporter[]): string {
  const lines = [...lost.map((each) => formatDiagnostic(lostReporterDiagnostic(each))), `${outcome}: ${reasons.join('; ')}`, `rows: ${location}`];
  return `${lines.join('\n')}\n`;
}

/** `assay run` and `assay score`. Resolves to the exit code. */
export async function runCommand(files: readonly string[], options: RunCommandOptions): Promise<number> {
  const interrupt = listenForInterrupt(() => {
    process.stderr.write('\nstopping: finished trials are kept; Ctrl-C again ends at once\n');
  });
  try {
    const { json = false, verbose = false, explain } = options;
    const settings: RunSettings = {
      ...toSettings(files, options),
      reporters: composeReporters({ json, verbose, explain }),
      signal: interrupt.signal,
    };
    if (options.dryRun) {
      await writeOut(await dryRun(settings, json));
      return EXIT.passed;
    }
    const { summary, lostReporters } = await runEvals(settings);
    if (lostReporters.length > 0) process.stderr.write(lastWords(summary, lostReporters));
    return summary.exitCode;
  } finally {
    interrupt.release();
  }
}
