import { defineEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { wordedText } from '../../options/texts.js';
import { askJudges, judgedPrompt, MATERIAL_RULES } from '../../panels/ask-judges.js';
import { judgedOptions } from '../../panels/judged-options.js';
import { promptProblems } from '../../templates/prompt-problems.js';
import { comparedTexts } from '../../texts/compared-texts.js';
import { PreprocessorsSchema } from '../../reply-files/preprocessors-schema.js';
import { readsReplyFiles } from '../../reply-files/reads-reply-files.js';

const THRESHOLD = 0.5;

const PROMPT = judgedPrompt(
  `Compare the facts that a reply states with those of a reference. Say first which of these is the case:
- the reply states a part of the facts of the reference, and nothing against them: 1;
- the reply states all facts of the reference and further ones, none of them against the reference: 1;
- the reply states the same facts as the reference: 1;
- the two differ only in what makes no difference to the facts: 1;
- the reply and the reference contradict each other: 0.
Then give the number that stands behind it.
- Style, wording, grammar and length do not matter.
${MATERIAL_RULES}

{{ question }}
{{ reference }}
{{ candidate_turns }}
`,
  ['reference'],
);

const QUESTION = { prompt: PROMPT, scale: 'unit', threshold: THRESHOLD } as const;

/** The response states no fact against the reference. */
export const factuality = readsReplyFiles(defineEvaluator({
  name: 'factuality',
  aliases: ['model-graded-factuality'],
  description:
    'Asks the judges whether the facts in the response agree with the reference answer (or the given text): 1 if it states the same facts, ' +
    'only some of them, or more; 0 if the two contradict each other. This follows the factuality classes of OpenAI’s evals. The verdict is ' +
    'pass at or above the threshold, else fail.',
  options: entryObject({
    value: v.optional(v.pipe(wordedText('value'), v.description('The facts; default is the reference answer'))),
    ...judgedOptions(['reference'], THRESHOLD),
    preprocessors: PreprocessorsSchema,
  }),
  verbatim: ['prompt'],
  files: ['prompt'],
  examples: [
    { title: 'Against the reference answer', value: { type: 'factuality' } },
    { title: 'Against a text', value: { type: 'factuality', value: 'Sacramento is the capital of California.' } },
  ],
  uses: ['judge'],
  judgementsOf: () => 1,
  check: ({ options, ...place }) => promptProblems(options.prompt, PROMPT, place, ['prompt']),
  evaluate: (input) => askJudges(QUESTION, input, { reference: comparedTexts(input.options.value, input.evalCase)[0] }),
}));
