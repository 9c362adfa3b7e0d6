import { defineEvaluator, type OptionProblem, referenceAnswer, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { wordedText } from '../../options/texts.js';
import { foldCase } from '../../texts/fold-case.js';
import { bareLabel, labelKey } from './bare-label.js';
import { saidLabel } from './said-label.js';

/** Labels that no reply could tell apart: only the first of them would ever be said. */
function sameLabels(labels: readonly string[]): readonly OptionProblem[] {
  const seen = new Map<string, string>();
  return labels.flatMap((one, index) => {
    const bare = labelKey(one);
    const first = seen.get(bare);
    if (first === undefined) {
      seen.set(bare, one);
      return [];
    }
    return [{ path: ['labels', index], message: `${JSON.stringify(one)} is the same label as ${JSON.stringify(first)}: case, and quotes and marks around a label, do not count`, hint: 'keep one of them' }];
  });
}

/** The response is the right label. */
export const label = defineEvaluator({
  name: 'label',
  description:
    'Checks that the response is the right label: 1 if it is, else 0. White space, quotes, Markdown markup (emphasis, code, a heading, a list ' +
    'item) and a full stop around the label are ignored. The run also reports accuracy, a confusion matrix, precision, recall and F1 of every ' +
    'label, and how far the confidences are from the share of right answers.',
  options: entryObject({
    value: v.optional(v.pipe(wordedText('value'), v.description('The right label; default is the reference answer'))),
    labels: v.optional(
      v.pipe(
        v.array(wordedText('labels'), 'labels must be a list of texts'),
        v.minLength(2, 'labels must list at least two labels'),
        v.maxLength(200, 'labels must list at most 200 labels'),
        v.description('All labels, in upper or lower case. A reply that contains only one of them gives that label, and any other reply gives none. `not spam` does not contain `spam` if both are listed, and `1.5` does not contain `1`. Without `labels` the whole reply is the label'),
      ),
    ),
  }),
  programs: 'never',
  examples: [
    { title: 'A classifier, whose reply is the label', value: { type: 'label' } },
    { title: 'A model that may write a sentence around it', value: { type: 'label', labels: ['positive', 'neutral', 'negative'] } },
  ],
  check: ({ options: { value, labels = [] } }) => [
    ...sameLabels(labels),
    ...(value === undefined || labels.length === 0 || saidLabel(value, labels) !== undefined
      ? []
      : [{ path: ['value'], message: `${JSON.stringify(value)} is none of the labels ${labels.join(', ')}`, hint: 'add it to labels, or write one of them' }]),
  ],
  evaluate: ({ options: { value, labels }, evalCase, response }) => {
    const written = bareLabel(value ?? referenceAnswer(evalCase.expectedMessages));
    if (written === '') {
      throw new UnscoredError('the right label is not known: the case has no reference answer and the evaluator no value', {
        reason: 'config',
        hint: 'add expected_output to the case, or value to the evaluator',
      });
    }
    const expected = labels === undefined ? written : labels.find((one) => labelKey(one) === foldCase(written));
    if (expected === undefined) {
      throw new UnscoredError(`the right label ${JSON.stringify(written)} is none of the labels ${(labels ?? []).join(', ')}`, {
        reason: 'config',
        hint: 'add it to labels, or write one of them into the case',
      });
    }
    const said = labels === undefined ? bareLabel(response.text) : saidLabel(response.text, labels);
    const met = said === expected;
    const got = said === undefined ? 'no label' : JSON.stringify(said);
    // Only where they are listed it is known that no two labels differ in case.
    const otherCase = !met && said !== undefined && labelKey(said) === foldCase(expected) ? ', in another case: with labels, case does not count' : '';
    const text = met ? `is ${JSON.stringify(expected)}` : `expected ${JSON.stringify(expected)}, got ${got}${otherCase}`;
    return { score: met ? 1 : 0, hits: met ? [text] : [], misses: met ? [] : [text], details: { expected, said: said ?? null, ...(labels === undefined ? {} : { labels }) } };
  },
});
