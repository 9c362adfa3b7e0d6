import { defineReporter } from '@assay/schema';
import * as v from 'valibot';
import { createTerminalReporter } from './terminal/terminal-reporter.js';

/** Progress while the run goes on, then the summary; in a file the summary alone, as plain text. */
export const reporter = defineReporter({
  name: 'terminal',
  description: 'The summary of the run for a person, as `assay run` prints it; on a terminal also its progress.',
  options: v.strictObject({
    verbose: v.optional(v.pipe(v.boolean(), v.description('Shows everything that the summary cuts short, and failures as they happen.'))),
    explain: v.optional(v.pipe(v.boolean(), v.description('Says before the summary how each score came about.'))),
    show: v.optional(v.pipe(v.picklist(['all', 'failed', 'none']), v.description('Cases that are shown whole as they end, where somebody watches: all, those that did not pass (failed), or none. Default: none.'))),
    by: v.optional(v.pipe(v.array(v.string()), v.description('What the results are summed up by after the summary: suite, target, variant, evaluator, tag, tag:KEY or var:NAME.'))),
  }),
  examples: [{ title: 'The summary in a text file, with every score explained', value: { name: 'terminal', file: 'summary.txt', explain: true } }],
  writes: 'text/plain',
  create: ({ verbose = false, explain, show, by }, { output, progress, color, interactive, columns }) =>
    createTerminalReporter({
      stdout: output,
      stderr: progress,
      color,
      interactive,
      columns: (stream) => columns(stream === 'stdout' ? 'output' : 'progress'),
      verbose,
      explain,
      show,
      by,
    }),
});
