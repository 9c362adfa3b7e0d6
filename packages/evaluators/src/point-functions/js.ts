import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';
import { evaluateScript } from '../sandbox/evaluate-script.js';
import { scriptContext } from '../sandbox/script-context.js';
import { scriptOutcome } from '../sandbox/script-outcome.js';
import { scriptProblems } from '../sandbox/script-problems.js';

/** What a script says. */
export const js = definePointFunction({
  name: 'js',
  description:
    'Runs JavaScript on the response and scores its result: true or false, a number (clamped to the range from 0 to 1), or {score, explain}. ' +
    'The script sees only `r` (also named `response`), `toolCalls` and `context`. `context` has the data of the case under its own keys, plus ' +
    '`messages` (`role` and `content` of every turn, without a leading system prompt, the reply last) and `modelId`. Any other result, an ' +
    'error, or a run of more than a second leaves the point unscored.',
  options: requiredText('the script'),
  examples: [
    { title: 'An expression', value: 'r.length > 100' },
    {
      title: 'Statements whose last one is the result, with an explanation',
      value: 'const lines = r.split(/\\n/).length;\n({ score: lines / 10, explain: `${lines} lines` })',
    },
    { title: 'An earlier turn of the conversation', value: "/canberra/i.test(context.messages[1]?.content ?? '')" },
    { title: 'A body with return', value: "if (!r.includes('{')) return 0;\nreturn JSON.parse(r).answer === 42;" },
  ],
  check: (code) => scriptProblems(code),
  apply: async (code, source) => {
    const { text, toolCalls, signal } = source;
    const { value } = await evaluateScript({ code, globals: { text, context: scriptContext(code, source), toolCalls }, signal });
    return scriptOutcome(value);
  },
});
