import { defineEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { lentJudgementsOf, lentJudgesOf, OpenJudgeAccessSchema } from '../../lent-judges/judge-access.js';
import { entryObject } from '../../options/entry-object.js';
import { scriptProblems } from '../../processes/script-problems.js';
import { DEFAULT_TIMEOUT_SECONDS, scriptEntries } from './script-entries.js';

const entries = {
  ...scriptEntries,
  target: OpenJudgeAccessSchema,
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
    'Runs a script that reads the case and the response as JSON from standard input and prints {"score": 0…1, "hits": […], "misses": […], ' +
    '"reasoning": "…"}. Options of your own are passed to it as `config`.',
  options: entryObject(entries),
  openOptions: true,
  scoresEmptyReplies: true,
  commands: [['script']],
  programs: () => [['script']],
  uses: ['judge'],
  judgesOf: lentJudgesOf,
  judgementsOf: lentJudgementsOf,
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
    { title: 'With a judge that it may ask', value: { type: 'code_judge', script: ['node', 'relevance.mjs'], target: { max_calls: 10 } } },
    { title: 'One line for the shell', value: { type: 'code_judge', script: 'bun run validate.ts' } },
  ],
  check: ({ options: { script, cwd }, directory }) => scriptProblems({ script, cwd, directory }, ['script']),
  evaluate: async (input) => {
    const [{ parseScriptResult }, { runGrading }, { scriptPayload }] = await Promise.all([
      import('./parse-script-result.js'),
      import('./run-grading.js'),
      import('./script-payload.js'),
    ]);
    const { options, config, evalCase, response } = input;
    const { results } = config.options;
    const isOwn = (key: string): boolean => !(key in entries) || (key === 'target' && (typeof options.target !== 'object' || Array.isArray(options.target)) && typeof options.target !== 'boolean');
    const own = Object.fromEntries(Object.entries(config.options).filter(([key]) => isOwn(key)));
    return runGrading(input, {
      payload: { ...scriptPayload(evalCase, response, own, options.tool_counts), ...(results === undefined ? {} : { results }) },
      timeoutSeconds: options.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
      parse: parseScriptResult,
    });
  },
});
