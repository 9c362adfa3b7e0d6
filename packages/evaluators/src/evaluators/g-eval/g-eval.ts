import { defineEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { reversedList } from '../../options/reversed-list.js';
import { wordedText } from '../../options/texts.js';
import { askJudges, judgedPrompt, MATERIAL_RULES } from '../../panels/ask-judges.js';
import { judgedOptions } from '../../panels/judged-options.js';
import { promptProblems } from '../../templates/prompt-problems.js';
import { SHOWN_REPLY } from '../../templates/shown-reply.js';
import { PreprocessorsSchema } from '../../reply-files/preprocessors-schema.js';
import { readsReplyFiles } from '../../reply-files/reads-reply-files.js';

const THRESHOLD = 0.7;

const PROMPT = judgedPrompt(
  `Grade a reply by the criteria below, in three steps.
1. Write down the steps by which somebody would check a reply against the criteria{% if steps != "" %}; take those that are given{% endif %}.
2. Go through the steps one by one, and write down what each finds in this reply.
3. Fill in the grade: a whole number from 0 (the criteria are not met at all) to 10 (they are met fully).
${MATERIAL_RULES}

{{ criteria }}
{% if steps != "" %}
{{ steps }}
{% endif %}
{{ question }}
{% if reference_answer != "" %}
{{ reference_answer }}
{% endif %}
${SHOWN_REPLY}
`,
  ['criteria', 'steps'],
);

const QUESTION = { prompt: PROMPT, scale: { min: 0, max: 10 }, threshold: THRESHOLD } as const;

const listed = (lines: readonly string[]): string => lines.map((line, index) => `${index + 1}. ${line}`).join('\n');

/** Criteria that judges turn into steps, go through and grade. */
export const gEval = readsReplyFiles(defineEvaluator({
  name: 'g_eval',
  aliases: ['g-eval'],
  description:
    'Asks the judges to derive evaluation steps from the criteria, go through them and give a grade from 0 to 10, as in G-Eval (Liu et al. ' +
    '2023). The score is the grade divided by 10. Grades are not weighted by token probabilities; use several judges or repeats instead. The ' +
    'verdict is pass at or above the threshold, else fail.',
  options: entryObject(
    {
      value: v.pipe(
        v.union(
          [wordedText('value'), v.pipe(v.array(wordedText('value')), v.minLength(1, 'value must list at least one criterion'))],
          'value must be a criterion, or a list of criteria',
        ),
        v.description('The criteria: a text, or a list in which each entry counts'),
      ),
      steps: v.optional(v.pipe(v.array(wordedText('steps'), 'steps must be a list of texts'), v.description('Evaluation steps; without them, the judges write their own'))),
      ...judgedOptions(['criteria', 'steps'], THRESHOLD),
      preprocessors: PreprocessorsSchema,
    },
    'the options',
    { value: 'it is the criterion' },
  ),
  verbatim: ['prompt'],
  files: ['prompt'],
  examples: [
    { title: 'A criterion', value: { type: 'g_eval', value: 'Coherence: the sentences build on each other, from one topic to the next' } },
    { title: 'Several criteria, and one grade', value: { type: 'g_eval', value: ['Names the cause', 'Names the next step'] } },
    { title: 'With steps of its own', value: { type: 'g_eval', value: 'Is right in every number', steps: ['List the numbers of the reply', 'Compare each with the reference'], threshold: 0.9 } },
  ],
  uses: ['judge'],
  judgementsOf: () => 1,
  reordered: reversedList('value'),
  check: ({ options, ...place }) => promptProblems(options.prompt, PROMPT, place, ['prompt']),
  evaluate: (input) => {
    const { value, steps = [] } = input.options;
    return askJudges(QUESTION, input, { criteria: typeof value === 'string' ? value : listed(value), steps: listed(steps) });
  },
}));
