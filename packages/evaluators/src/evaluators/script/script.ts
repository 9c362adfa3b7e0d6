import path from 'node:path';
import { defineEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { positive, share } from '../../options/numbers.js';
import { requiredText } from '../../options/texts.js';
import { KEEP_DAEMONS } from '../../processes/keep-daemons.js';
import { scriptArgv, scriptSchema } from '../../processes/script-argv.js';
import { scriptProblems } from '../../processes/script-problems.js';

const DEFAULT_TIMEOUT_SECONDS = 60;

/** What a program says of the response, in one word. */
export const script = defineEvaluator({
  name: 'script',
  description:
    'Runs a program that reads the case and the response as JSON from its standard input, as `code_judge` does, and prints last `true`, ' +
    '`false`, a number from 0 to 1, or {"pass": true, "score": 0.5, "reason": "…"}. For scripts in Python and other languages.',
  options: entryObject({
    script: v.pipe(scriptSchema('script'), v.description('Program and arguments as a list, run without a shell in the suite’s folder; one line of text runs in a shell')),
    threshold: v.optional(v.pipe(share('threshold'), v.description('Score, from 0 to 1, from which the verdict is pass, else fail'))),
    config: v.optional(v.pipe(v.unknown(), v.description('Handed to the script as `config`'))),
    cwd: v.optional(v.pipe(requiredText('cwd'), v.description('Folder to run in, relative to the suite’s'))),
    timeout_seconds: v.optional(v.pipe(positive('timeout_seconds'), v.description(`Seconds until the script is ended; default ${DEFAULT_TIMEOUT_SECONDS}`))),
    keep_daemons: v.optional(v.pipe(v.boolean('keep_daemons must be true or false'), v.description(KEEP_DAEMONS))),
  }),
  scoresEmptyReplies: true,
  programs: () => [['script']],
  examples: [
    { title: 'A check in Python', value: { type: 'script', script: ['python3', 'checks/valid_sql.py'] } },
    { title: 'With a threshold and options of its own', value: { type: 'script', script: ['node', 'distance.mjs'], threshold: 0.8, config: { unit: 'km' } } },
  ],
  check: ({ options: { script: written, cwd }, directory }) => scriptProblems({ script: written, cwd, directory }, ['script']),
  evaluate: async ({ options, config, evalCase, response, services, signal }) => {
    const [{ runScript }, { scriptPayload }, { parsePlainResult }] = await Promise.all([
      import('../code-judge/run-script.js'),
      import('../code-judge/script-payload.js'),
      import('./parse-plain-result.js'),
    ]);
    const own = config.options['config'];
    const output = await runScript({
      argv: scriptArgv(options.script),
      cwd: path.resolve(services.directory, options.cwd ?? '.'),
      env: services.env,
      stdin: JSON.stringify({ ...scriptPayload(evalCase, response, {}), config: own ?? {}, vars: evalCase.vars ?? {} }),
      timeoutSeconds: options.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
      signal,
      processes: services.processes,
      redactor: services.redactor,
      keepDaemons: options.keep_daemons,
    });
    const result = parsePlainResult(output);
    const { threshold } = options;
    if (threshold === undefined || result.score === null) return result;
    return { ...result, verdict: result.score >= threshold && result.verdict !== 'fail' ? 'pass' : 'fail' };
  },
});
