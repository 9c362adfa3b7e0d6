import { defineEvaluator, referenceAnswer } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { panelOf, wordedText } from '../../options/texts.js';
import { askJudges, judgedPrompt, MATERIAL_RULES, withThreshold } from '../../panels/ask-judges.js';
import { judgedOptions } from '../../panels/judged-options.js';
import { judgedReply } from '../../panels/judged-reply.js';
import { scoreFromPanel } from '../../panels/score-from-panel.js';
import { promptProblems } from '../../templates/prompt-problems.js';
import { SHOWN_REPLY } from '../../templates/shown-reply.js';
import { PreprocessorsSchema } from '../../reply-files/preprocessors-schema.js';
import { readsReplyFiles } from '../../reply-files/reads-reply-files.js';

const THRESHOLD = 0.5;

const PROMPT = judgedPrompt(
  `Decide to what extent the reply meets the criteria, from 0 (not at all) to 1 (fully).
${MATERIAL_RULES}

{{ rubric }}
{{ question }}
${SHOWN_REPLY}
`,
  ['rubric'],
);

const QUESTION = { prompt: PROMPT, scale: 'unit', threshold: THRESHOLD } as const;

/** One criterion in words, asked of the judges. */
export const llmRubric = readsReplyFiles(defineEvaluator({
  name: 'llm_rubric',
  aliases: ['llm-rubric'],
  description:
    'Asks the judges to what extent the response meets a criterion written in words, on the same five classes as the lines of a `rubric`; the ' +
    'score is the mean of their answers. The verdict is pass at or above the threshold, else fail. For several statements that must each hold, ' +
    'use `rubric`.',
  options: entryObject(
    {
      value: v.pipe(wordedText('value'), v.description('The criterion')),
      ...judgedOptions(['rubric'], THRESHOLD),
      preprocessors: PreprocessorsSchema,
    },
    'the options',
    { value: 'it is the criterion' },
  ),
  verbatim: ['prompt'],
  files: ['prompt'],
  examples: [
    { title: 'A criterion', value: { type: 'llm_rubric', value: 'Is polite, and names a next step' } },
    { title: 'A strict one, of a judge of its own', value: { type: 'llm_rubric', value: 'Gives no medical advice', threshold: 1, model: 'openai:gpt-4.1-mini' } },
  ],
  uses: ['judge'],
  judgementsOf: () => 1,
  check: ({ options, ...place }) => promptProblems(options.prompt, PROMPT, place, ['prompt']),
  evaluate: async (input) => {
    const { options, evalCase, response, services, signal } = input;
    if (options.prompt !== undefined) return askJudges(QUESTION, input, { rubric: options.value });
    const reference = referenceAnswer(evalCase.expectedMessages);
    const result = await services.judges(panelOf(options.model)).assess(
      {
        kind: 'criterion',
        scale: 'five_point',
        criterion: options.value,
        input: evalCase.inputMessages,
        ...judgedReply(response),
        ...(evalCase.expectedOutcome === '' ? {} : { expectedOutcome: evalCase.expectedOutcome }),
        ...(reference === '' ? {} : { referenceAnswer: reference }),
      },
      { signal },
    );
    return withThreshold(scoreFromPanel(result), options.threshold ?? THRESHOLD);
  },
}));
