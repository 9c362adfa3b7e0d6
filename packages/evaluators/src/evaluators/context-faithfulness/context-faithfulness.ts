import { defineEvaluator } from '@assay/schema';
import { entryObject } from '../../options/entry-object.js';
import { askJudges, judgedPrompt, MATERIAL_RULES } from '../../panels/ask-judges.js';
import { judgedOptions } from '../../panels/judged-options.js';
import { ContextSchema, retrievedContext } from '../../panels/retrieved-context.js';
import { promptProblems } from '../../templates/prompt-problems.js';
import { PreprocessorsSchema } from '../../reply-files/preprocessors-schema.js';
import { readsReplyFiles } from '../../reply-files/reads-reply-files.js';

const THRESHOLD = 0.5;

const PROMPT = judgedPrompt(
  `Find out which share of what a reply claims follows from the context. First list the claims of the reply, each for itself. Then say of
each whether the context supports it; what is true and does not stand in the context is not supported. The grade is the number of
claims that are supported divided by the number of all claims, from 0 to 1; a reply that claims nothing gets 1.
${MATERIAL_RULES}

{{ retrieved }}
{{ question }}
{{ candidate_turns }}
`,
  ['retrieved'],
);

const QUESTION = { prompt: PROMPT, scale: 'unit', threshold: THRESHOLD } as const;

/** What the response claims stands in the context. */
export const contextFaithfulness = readsReplyFiles(defineEvaluator({
  name: 'context_faithfulness',
  aliases: ['context-faithfulness'],
  description:
    'Asks the judges what share of the claims in the response follows from the context that it should be based on, from 0 to 1: faithfulness ' +
    'of Ragas (Es et al. 2023). The verdict is pass at or above the threshold, else fail; without a context the response is unscored.',
  options: entryObject({ context: ContextSchema, ...judgedOptions(['retrieved'], THRESHOLD), preprocessors: PreprocessorsSchema }),
  verbatim: ['prompt'],
  files: ['prompt'],
  examples: [
    { title: 'Against the context of the case', value: { type: 'context_faithfulness', threshold: 0.9 } },
    { title: 'Against two passages', value: { type: 'context_faithfulness', context: ['Bees sleep at night.', 'Ants do not sleep.'] } },
  ],
  uses: ['judge'],
  judgementsOf: () => 1,
  check: ({ options, ...place }) => promptProblems(options.prompt, PROMPT, place, ['prompt']),
  evaluate: (input) => askJudges(QUESTION, input, { retrieved: retrievedContext(input.options.context, input.evalCase) }),
}));
