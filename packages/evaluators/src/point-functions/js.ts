import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';
import { evaluateScript } from '../sandbox/evaluate-script.js';
import { scriptOutcome } from '../sandbox/script-outcome.js';
import { scriptProblems } from '../sandbox/script-problems.js';

/** What a script says. */
export const js = definePointFunction({
  name: 'js',
  description:
    'Runs JavaScript on the response and takes what it gives: true or false, a number (held within 0 and 1), or ' +
    '{score, explain}. It sees `r` (also `response`), `context` and `toolCalls`, and nothing else; anything else that it ' +
    'gives, an error, or more than a second leaves the point unscored.',
  options: requiredText('the script'),
  examples: [
    { title: 'An expression', value: 'r.length > 100' },
    {
      title: 'Statements whose last one is the result, with an explanation',
      value: 'const lines = r.split(/\\n/).length;\n({ score: lines / 10, explain: `${lines} lines` })',
    },
    { title: 'A body with return', value: "if (!r.includes('{')) return 0;\nreturn JSON.parse(r).answer === 42;" },
  ],
  check: (code) => scriptProblems(code),
  apply: async (code, { text, context, toolCalls, signal }) => {
    const { value } = await evaluateScript({ code, globals: { text, context, toolCalls }, signal });
    return scriptOutcome(value);
  },
});
