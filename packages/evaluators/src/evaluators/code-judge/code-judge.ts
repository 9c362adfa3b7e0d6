import path from 'node:path';
import { defineEvaluator, isJsonObject } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { positive } from '../../options/numbers.js';
import { requiredText } from '../../options/texts.js';
import { scriptArgv, scriptSchema } from '../../processes/script-argv.js';
import { KEEP_DAEMONS } from '../../processes/keep-daemons.js';
import { scriptProblems } from '../../processes/script-problems.js';

const DEFAULT_TIMEOUT_SECONDS = 60;

const entries = {
  script: v.pipe(
    scriptSchema('script'),
    v.description(
      'Program and arguments as a list, run without a shell in the suite’s folder; one line of text runs in a shell',
    ),
  ),
  cwd: v.optional(v.pipe(requiredText('cwd'), v.description('Folder to run in, relative to the suite’s'))),
  timeout_seconds: v.optional(
    v.pipe(
      positive('timeout_seconds'),
      v.description(`Seconds until the script is ended; default ${DEFAULT_TIMEOUT_SECONDS}`),
    ),
  ),
  keep_daemons: v.optional(v.pipe(v.boolean('keep_daemons must be true or false'), v.description(KEEP_DAEMONS))),
  target: v.optional(
    v.pipe(
      v.unknown(),
      v.check((value) => !(isJsonObject(value) && 'max_calls' in value), 'target: a script that asks a model by way of AgentV is not supported; let it ask the model itself'),
      v.description('Yours, as every other option; a mapping with `max_calls` is refused: no model is lent to scripts, as AgentV does it'),
    ),
  ),
  results: v.optional(
    v.pipe(
      v.unknown(),
      v.description('Results of other evaluators by name; `composite` fills it in for its aggregator'),
    ),
  ),
};

/** Runs a program that scores the response. */
export const codeJudge = defineEvaluator({
  name: 'code_judge',
  aliases: ['code-judge'],
  description:
    'Runs a script that reads the case and the response as JSON from its standard input and prints ' +
    '{"score": 0…1, "hits": […], "misses": […], "reasoning": "…"}. Options of your own are handed to it as `config`.',
  options: entryObject(entries),
  openOptions: true,
  scoresEmptyReplies: true,
  programs: () => [['script']],
  examples: [
    { title: 'A script', value: { type: 'code_judge', script: ['node', 'checks/valid-sql.mjs'] } },
    {
      title: 'With options for the script, and a deadline',
      value: {
        name: 'links',
        type: 'code_judge',
        script: ['uv', 'run', 'links.py'],
        timeout_seconds: 120,
        allow: ['example.org'],
      },
    },
    { title: 'One line for the shell', value: { type: 'code_judge', script: 'bun run validate.ts' } },
  ],
  check: ({ options: { script, cwd }, directory }) => scriptProblems({ script, cwd, directory }, ['script']),
  evaluate: async ({ options, config, evalCase, response, services, signal }) => {
    const [{ parseScriptResult }, { runScript }, { scriptPayload }] = await Promise.all([
      import('./parse-script-result.js'),
      import('./run-script.js'),
      import('./script-payload.js'),
    ]);
    const { results } = config.options;
    const own = Object.fromEntries(Object.entries(config.options).filter(([key]) => key === 'target' || !(key in entries)));
    const output = await runScript({
      argv: scriptArgv(options.script),
      cwd: path.resolve(services.directory, options.cwd ?? '.'),
      env: services.env,
      stdin: JSON.stringify({
        ...scriptPayload(evalCase, response, own),
        ...(results === undefined ? {} : { results }),
      }),
      timeoutSeconds: options.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
      signal,
      processes: services.processes,
      redactor: services.redactor,
      keepDaemons: options.keep_daemons,
    });
    return parseScriptResult(output);
  },
});
