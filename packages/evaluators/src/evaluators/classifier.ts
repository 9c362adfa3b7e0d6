import { defineEvaluator, referenceAnswer, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { share } from '../options/numbers.js';
import { entryObject } from '../options/entry-object.js';
import { panelOf, wordedText } from '../options/texts.js';
import { withThreshold } from '../panels/ask-judges.js';
import { scoreFromPanel } from '../panels/score-from-panel.js';
import { shownBeside } from '../texts/shown-beside.js';

const THRESHOLD = 0.5;

/** A classifier gives the response a label. */
export const classifier = defineEvaluator({
  name: 'classifier',
  description:
    'Sends the response to a target that classifies it, and scores how likely the expected label is, from 0 to 1. The target is a model of the ' +
    'provider `huggingface`, on this machine or behind an endpoint, or any other target that replies with a label. If the target names only ' +
    'its label, without a score for every label, the score is 0 when another label is expected; when that label is expected, the score is the ' +
    'confidence of the target, or 1 if it reports none. If it refuses, or its reply is cut off within the label, the response is unscored. The ' +
    'verdict is pass at or above the threshold, else fail.',
  options: entryObject(
    {
      value: v.optional(v.pipe(wordedText('value'), v.description('The label that the response should have (case-insensitive); default is the reference answer'))),
      model: v.pipe(wordedText('model'), v.description('The target that classifies: its name, or `provider:model`')),
      threshold: v.optional(v.pipe(share('threshold'), v.description(`Lowest score, from 0 to 1, at which the verdict is pass; below it, fail; default ${THRESHOLD}`))),
    },
    'the options',
    { model: 'it is the target that classifies' },
  ),
  programs: 'never',
  examples: [
    { title: 'The reply is friendly', value: { type: 'classifier', model: 'tone', value: 'friendly' } },
    { title: 'It surely has the label of the reference answer', value: { type: 'classifier', model: 'tone', threshold: 0.9 } },
  ],
  uses: ['judge'],
  judgementsOf: () => 1,
  evaluate: async ({ options: { value, model, threshold = THRESHOLD }, evalCase, response, services, signal }) => {
    const label = (value ?? referenceAnswer(evalCase.expectedMessages)).trim();
    if (label === '') {
      throw new UnscoredError('the label is not known: the evaluator has no value and the case no reference answer', { reason: 'config', hint: 'add value to the evaluator, or expected_output to the case' });
    }
    const result = await services.judges(panelOf(model)).assess({ kind: 'label', scale: 'unit', text: response.text, label }, { signal });
    const scored = withThreshold(scoreFromPanel(result), threshold);
    if (scored.score === null) return scored;
    const text = `${JSON.stringify(label)} with ${shownBeside(scored.score, threshold, 3)}, at least ${threshold}`;
    return { ...scored, hits: scored.verdict === 'pass' ? [text] : [], misses: scored.verdict === 'pass' ? [] : [text] };
  },
});
