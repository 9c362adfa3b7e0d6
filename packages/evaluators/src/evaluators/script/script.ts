import { defineEvaluator, reaches } from '@assay/schema';
import * as v from 'valibot';
import { lentJudgementsOf, lentJudgesOf } from '../../lent-judges/judge-access.js';
import { entryObject } from '../../options/entry-object.js';
import { share } from '../../options/numbers.js';
import { scriptProblems } from '../../processes/script-problems.js';
import { DEFAULT_TIMEOUT_SECONDS, scriptEntries } from '../code-judge/script-entries.js';

/** What a program says of the response, in one word. */
export const script = defineEvaluator({
  name: 'script',
  description:
    'Runs a program that reads the case and the response as JSON from standard input, as `code_judge` does. The last thing that it prints is ' +
    'the result: `true`, `false`, a number from 0 to 1, or {"pass": true, "score": 0.5, "reason": "…"}. For scripts in Python and other ' +
    'languages.',
  options: entryObject({
    ...scriptEntries,
    threshold: v.optional(v.pipe(share('threshold'), v.description('Lowest score, from 0 to 1, at which the verdict is pass; below it, fail'))),
    config: v.optional(v.pipe(v.unknown(), v.description('Passed to the script as `config`'))),
  }),
  scoresEmptyReplies: true,
  commands: [['script']],
  programs: () => [['script']],
  uses: ['judge'],
  judgesOf: lentJudgesOf,
  judgementsOf: lentJudgementsOf,
  examples: [
    { title: 'A check in Python', value: { type: 'script', script: ['python3', 'checks/valid_sql.py'] } },
    { title: 'With a threshold and options of its own', value: { type: 'script', script: ['node', 'distance.mjs'], threshold: 0.8, config: { unit: 'km' } } },
  ],
  check: ({ options: { script: written, cwd }, directory }) => scriptProblems({ script: written, cwd, directory }, ['script']),
  evaluate: async (input) => {
    const [{ runGrading }, { scriptPayload }, { parsePlainResult }] = await Promise.all([
      import('../code-judge/run-grading.js'),
      import('../code-judge/script-payload.js'),
      import('./parse-plain-result.js'),
    ]);
    const { options, config, evalCase, response } = input;
    const own = config.options['config'];
    const result = await runGrading(input, {
      payload: { ...scriptPayload(evalCase, response, {}, options.tool_counts), config: own ?? {}, vars: evalCase.vars ?? {} },
      timeoutSeconds: options.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
      parse: parsePlainResult,
    });
    const { threshold } = options;
    if (threshold === undefined || result.score === null) return result;
    return { ...result, verdict: reaches(result.score, threshold) && result.verdict !== 'fail' ? 'pass' : 'fail' };
  },
});
