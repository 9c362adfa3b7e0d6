import { createInterrupt } from '../processes/interrupt.js';
import { mergeRuns } from '../runner/merge/merge-runs.js';
import { MERGE_OPTIONS, optionsOf } from '../options/command-line.js';
import { ciServerOf } from '../terminal/ci-server.js';
import { composeReporters } from '../terminal/compose-reporters.js';
import { exitCodeOf, unknownSlice } from '../terminal/last-words.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createSliceCheck } from '../terminal/slice-check.js';
import type { RunCommandOptions } from './run.js';

/** `assay merge`: puts the shards of a run together. Resolves to the exit code of the whole run. */
export async function mergeCommand(runs: readonly string[], options: RunCommandOptions): Promise<number> {
  const interrupt = createInterrupt(() => {
    process.stderr.write('\nstopping: the shards stay as they are; Ctrl-C again ends at once\n');
  });
  try {
    const { json = false, explain } = options;
    const said = optionsOf(options, MERGE_OPTIONS);
    const slices = createSliceCheck(said.by ?? []);
    const composed = await composeReporters({ reports: said.reports, json, verbose: said.verbose ?? false, explain, by: said.by });
    const { summary, resumeCommand, waiting, lostReporters } = await mergeRuns({
      ...said,
      runs,
      cwd: process.cwd(),
      env: process.env,
      redactor: outputRedactor,
      ciServer: ciServerOf(process.env, process.cwd()),
      ...composed,
      reporters: [...composed.reporters, slices.reporter],
      signal: interrupt.signal,
      onBegin: () => interrupt.listen(),
    });
    const exitCode = exitCodeOf(summary, lostReporters);
    process.stderr.write(unknownSlice(slices.unknown()));
    if (resumeCommand !== undefined) process.stderr.write(`\nrun the missing shards and merge again, or run here what is missing: ${resumeCommand}\n`);
    if (waiting.length > 0 && summary.outcome !== 'interrupted') process.stderr.write(`\ncollect what was asked in batches, and merge again:\n${waiting.map((command) => `  ${command}\n`).join('')}`);
    if (summary.outcome === 'interrupted') process.stderr.write('\nmerge the shards again: they are as they were, and what was written of the union is not whole\n');
    return exitCode;
  } finally {
    interrupt.release();
  }
}
