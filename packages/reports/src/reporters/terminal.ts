import { defineReporter } from '@assay/schema';
import * as v from 'valibot';
import { byOption } from './parts/sliced-rows.js';
import { createTerminalReporter } from './terminal/terminal-reporter.js';

/** Progress while the run goes on, then the summary; in a file the summary alone, as plain text. */
export const reporter = defineReporter({
  name: 'terminal',
  description: 'The summary of the run for people, as `assay run` prints it; on a terminal, also its progress.',
  options: v.strictObject({
    verbose: v.optional(v.pipe(v.boolean(), v.description('Shows everything that the summary cuts short, and failures as they happen.'))),
    explain: v.optional(v.pipe(v.boolean(), v.description('Explains how each score came about, before the summary.'))),
    show: v.optional(v.pipe(v.picklist(['all', 'failed', 'none']), v.description('Cases that are shown in full as they finish, if somebody is watching: all, those that did not pass (failed), or none. Default: none.'))),
    by: byOption('the results are also summed up, after the summary'),
  }),
  examples: [{ title: 'The summary in a text file, with every score explained', value: { name: 'terminal', file: 'summary.txt', explain: true } }],
  writes: 'text/plain',
  create: ({ verbose = false, explain, show, by }, { output, progress, color, interactive, columns, by: asked }) =>
    createTerminalReporter({
      stdout: output,
      stderr: progress,
      color,
      interactive,
      columns: (stream) => columns(stream === 'stdout' ? 'output' : 'progress'),
      verbose,
      explain,
      show,
      by: by ?? asked,
    }),
});
