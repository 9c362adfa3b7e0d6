import { defineRule, referenceAnswer, type JudgeScale } from '@assay/schema';
import * as v from 'valibot';
import { numberedForm } from './parts/rule-form.js';
import { ruleOptions } from './parts/rule-options.js';
import { ModelSchema, panelOf } from '../options/texts.js';
import { judgedReply } from '../panels/judged-reply.js';
import { scoreFromPanel } from '../panels/score-from-panel.js';

const HOW = 'as in min: 0, max: 5, or rule: rubric_score_0_to_5';

/** Between 0 and 1 there is no whole number: such a scale means any number between them. */
function scaleOf(min: number, max: number): JudgeScale {
  return min === 0 && max === 1 ? 'unit' : { min, max };
}

function bound(key: string, description: string) {
  const message = `${key} must be a whole number, ${HOW}`;
  return v.pipe(v.number(message), v.safeInteger(message), v.description(description));
}

/** Judges score the output on a scale. */
export const rubricScore = defineRule({
  name: 'rubric_score',
  description:
    'Asks the judges for a score on a scale of whole numbers, such as 0 to 5. The lowest number counts as 0, the highest as 1. ' +
    'On a scale from 0 to 1, the judges may give any number in between.',
  options: v.pipe(
    ruleOptions(
      {
        min: bound('min', 'Score for not at all'),
        max: bound('max', 'Score for completely'),
        model: v.optional(ModelSchema),
      },
      { min: HOW, max: HOW },
    ),
    v.check(({ min, max }) => min < max, `the scale must go upwards, ${HOW}`),
  ),
  programs: 'never',
  examples: [
    {
      title: 'From 0 to 5',
      value: { description: 'Is the reply friendly and does it name a next step?', weight: 0.6, rule: 'rubric_score_0_to_5' },
    },
    {
      title: 'With a specific judge',
      value: { description: 'Is it complete?', weight: 0.4, rule: 'rubric_score_1_to_10', model: 'openai:gpt-4o' },
    },
  ],
  ...numberedForm('rubric_score_X_to_Y', { X: 'min', Y: 'max' }),
  uses: ['judge'],
  judgementsOf: () => 1,
  evaluate: async ({ options, config, evalCase, response, services, signal }) => {
    const { description, min, max, model } = options;
    const { expectedOutcome } = evalCase;
    const reference = referenceAnswer(evalCase.expectedMessages);
    const result = await services.judges(panelOf(model)).assess(
      {
        kind: 'criterion',
        scale: scaleOf(min, max),
        criterion: description?.trim() || config.name,
        input: evalCase.inputMessages,
        ...judgedReply(response),
        ...(expectedOutcome === '' ? {} : { expectedOutcome }),
        ...(reference === '' ? {} : { referenceAnswer: reference }),
      },
      { signal },
    );
    return scoreFromPanel(result);
  },
});
