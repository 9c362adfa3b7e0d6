import * as v from 'valibot';
import { JudgeAccessSchema } from '../../lent-judges/judge-access.js';
import { positive } from '../../options/numbers.js';
import { wordedText } from '../../options/texts.js';
import { KEEP_DAEMONS } from '../../processes/keep-daemons.js';
import { scriptSchema } from '../../processes/script-argv.js';

/** Time that a script may take which says none, in seconds. */
export const DEFAULT_TIMEOUT_SECONDS = 60;

/** Whether tool calls are counted for the script, or listed. */
export const ToolCountsSchema = v.optional(
  v.pipe(v.boolean('tool_counts must be true or false'), v.description('Gives the script `trace_summary.tool_calls` as a map of tools to numbers of calls instead of a list; default false')),
);

/** The options that evaluators share which run a script. */
export const scriptEntries = {
  script: v.pipe(scriptSchema('script'), v.description('Program and arguments as a list, run without a shell in the suite’s folder; one line of text runs in a shell')),
  cwd: v.optional(v.pipe(wordedText('cwd'), v.description('Working folder, relative to the folder of the suite'))),
  timeout_seconds: v.optional(v.pipe(positive('timeout_seconds'), v.description(`Seconds after which the script is stopped; default ${DEFAULT_TIMEOUT_SECONDS}`))),
  target: JudgeAccessSchema,
  tool_counts: ToolCountsSchema,
  needs_workspace: v.optional(
    v.pipe(
      v.boolean('needs_workspace must be true or false'),
      v.description('False for a script that scores without the workspace; default true'),
    ),
  ),
  keep_daemons: v.optional(v.pipe(v.boolean('keep_daemons must be true or false'), v.description(KEEP_DAEMONS))),
};
