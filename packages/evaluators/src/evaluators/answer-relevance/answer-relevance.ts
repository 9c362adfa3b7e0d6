import { defineEvaluator } from '@assay/schema';
import { entryObject } from '../../options/entry-object.js';
import { askJudges, judgedPrompt, MATERIAL_RULES } from '../../panels/ask-judges.js';
import { judgedOptions } from '../../panels/judged-options.js';
import { promptProblems } from '../../templates/prompt-problems.js';
import { PreprocessorsSchema } from '../../reply-files/preprocessors-schema.js';
import { readsReplyFiles } from '../../reply-files/reads-reply-files.js';

const THRESHOLD = 0.5;

const PROMPT = judgedPrompt(
  `Decide how far a reply answers the question that was asked, from 0 (it answers another question, or none) to 1 (it answers this
one, all of it, and stays with it). First write down which questions the reply answers, then compare them with the one that was asked.
- Whether what the reply says is true does not matter here.
- What has nothing to do with the question counts against it, and so does what the question asks for and the reply leaves out.
- A reply that evades the question does not answer it.
${MATERIAL_RULES}

{{ question }}
{{ candidate_turns }}
`,
  [],
);

const QUESTION = { prompt: PROMPT, scale: 'unit', threshold: THRESHOLD } as const;

/** The response answers the question. */
export const answerRelevance = readsReplyFiles(defineEvaluator({
  name: 'answer_relevance',
  aliases: ['answer-relevance'],
  description:
    'Asks the judges how well the response answers the question, from 0 to 1, whether or not the response is true. The judges compare the questions that ' +
    'the response answers with the one that was asked, as answer relevance of Ragas (Es et al. 2023) does, but without an embedding model. The ' +
    'verdict is pass at or above the threshold, else fail.',
  options: entryObject({ ...judgedOptions([], THRESHOLD), preprocessors: PreprocessorsSchema }),
  verbatim: ['prompt'],
  files: ['prompt'],
  examples: [{ title: 'An answer to the point', value: { type: 'answer_relevance', threshold: 0.8 } }],
  uses: ['judge'],
  judgementsOf: () => 1,
  check: ({ options, ...place }) => promptProblems(options.prompt, PROMPT, place, ['prompt']),
  evaluate: (input) => askJudges(QUESTION, input, {}),
}));
