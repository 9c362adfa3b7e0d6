import type { RunSummary } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { dryRun } from '../runner/dry-run/dry-run.js';
import { createInterrupt } from '../processes/interrupt.js';
import { growAtOnce } from '../processes/grow-at-once.js';
import { inlineLess } from '../processes/inline-less.js';
import { keepHeapSmall } from '../processes/keep-heap-small.js';
import { optimizeLater } from '../processes/optimize-later.js';
import { runEvals } from '../runner/run-evals.js';
import { optionsOf, type ParsedOptions } from '../options/command-line.js';
import type { RunRequest } from '../runner/run-settings.js';
import type { ViewedRun } from '../runner/view/view-run.js';
import { ciServerOf } from '../terminal/ci-server.js';
import { composeReporters } from '../terminal/compose-reporters.js';
import { exitCodeOf, unknownSlice } from '../terminal/last-words.js';
import { writeOut } from '../terminal/write-out.js';
import { outputRedactor } from '../secrets/output-redactor.js';

/** Options of `run` and `score` that are about showing, as commander hands them over with those of the run. */
export interface RunCommandOptions extends ParsedOptions {
  readonly json?: boolean;
  readonly explain?: boolean;
  /** Which cases are shown whole as they end. */
  readonly show?: 'all' | 'failed' | 'none';
  readonly dryRun?: boolean;
  /** Serves the page of the run. */
  readonly view?: boolean;
}

/** How to go on with a run that did not come to its end, or that infrastructure left without verdicts. */
function whatIsLeft({ complete, exitCode, rechecks }: RunSummary, command: string | undefined): string {
  if (command === undefined) return '';
  if (!complete) return `\ngo on with this run: ${command}\n`;
  if (rechecks && rechecks.done < rechecks.planned) return `\ngo on with its rechecks: ${command}\n`;
  return exitCode === EXIT.undecided ? `\nrun what has no verdict again: ${command}\n` : '';
}

/** `assay run` and `assay score`. Resolves to the exit code. */
export async function runCommand(files: readonly string[], options: RunCommandOptions): Promise<number> {
  inlineLess();
  const interrupt = createInterrupt(() => {
    process.stderr.write('\nstopping: finished trials are kept; Ctrl-C again ends at once\n');
  });
  let viewed: ViewedRun | undefined;
  try {
    const { json = false, explain, show } = options;
    const said = optionsOf(options);
    const { by } = said;
    if (said.queue !== undefined) optimizeLater();
    const composed = await composeReporters({ reports: said.reports, json, verbose: said.verbose ?? false, explain, show, by });
    const slices = by && by.length > 0 ? (await import('../terminal/slice-check.js')).createSliceCheck(by) : undefined;
    viewed = options.view ? await (await import('../runner/view/view-run.js')).viewRun({ untrusted: said.untrusted }) : undefined;
    const request: RunRequest = {
      ...said,
      files,
      cwd: process.cwd(),
      env: process.env,
      redactor: outputRedactor,
      ciServer: ciServerOf(process.env, process.cwd()),
      ...composed,
      reporters: [...composed.reporters, ...(slices ? [slices.reporter] : []), ...(viewed ? [viewed.reporter] : [])],
      signal: interrupt.signal,
      onBegin() {
        interrupt.listen();
        growAtOnce();
        keepHeapSmall();
      },
      // A terminal shows it with the progress.
      onBatches: (text) => process.stderr.isTTY || process.stderr.write(`${text}\n`),
    };
    if (options.dryRun) {
      await writeOut(await dryRun(request, json));
      return EXIT.passed;
    }
    const { summary, lostReporters, resumeCommand } = await runEvals(request);
    const exitCode = exitCodeOf(summary, lostReporters);
    process.stderr.write(whatIsLeft(summary, resumeCommand) + unknownSlice(slices?.unknown()));
    interrupt.release();
    if (!interrupt.signal.aborted) await viewed?.untilInterrupted();
    return exitCode;
  } finally {
    await viewed?.close();
    interrupt.release();
  }
}
