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
    'Runs JavaScript on the response and takes what it gives: true or false, a number (held within 0 and 1), or ' +
    '{score, explain}. It sees `r` (also `response`), `toolCalls` and `context`, and nothing else. `context` has the data of ' +
    'the case at its own keys, and beside them `messages` (`role` and `content` of every turn, without a system prompt in ' +
    'front, the reply last) and `modelId`. Anything else that the script gives, an error, or more than a second leaves the ' +
    'point unscored.',
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
