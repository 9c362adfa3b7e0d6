import { defineEvaluator, reaches } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { flag, share, wholeNumber } from '../../options/numbers.js';
import { comparedOption } from '../../texts/compared-texts.js';
import { comparedWords } from '../../texts/compared-words.js';
import { quotedText } from '../../texts/quoted-text.js';
import { splitWords } from '../../texts/split-words.js';
import { bleuScore } from './bleu-score.js';
import { shownBeside } from '../../texts/shown-beside.js';

const DEFAULT_THRESHOLD = 0.5;

/** How much the response reads like a reference, by rows of words. */
export const bleu = defineEvaluator({
  name: 'bleu',
  description:
    'Measures how much the response reads like the reference answers, as BLEU of Papineni et al. (2002) for one sentence: the geometric mean of ' +
    'the precisions of rows of 1 to 4 words, less what a reply that is too short loses. Rows that are longer than the reply are left out, and ' +
    'smoothing is named: `exp` as sacrebleu has it. Words are those of Unicode (UAX 29) after NFC; punctuation is none. Its verdict is pass ' +
    'from the threshold on, else fail.',
  options: entryObject({
    value: comparedOption('The reference, or several which count together'),
    max_n: v.optional(v.pipe(wholeNumber('max_n', 1, 9), v.description('Number of words in the longest rows; default 4'))),
    smoothing: v.optional(
      v.pipe(
        v.picklist(['exp', 'floor', 'add-k', 'none'], 'smoothing must be exp, floor, add-k or none'),
        v.description(
          'What rows count that have nothing in common: `exp` a half, a quarter, … of one (Lin and Och 2004, NIST), `floor` 0.1, `add-k` one ' +
            'more for all but single words, `none` nothing, which makes the score 0; default exp',
        ),
      ),
    ),
    threshold: v.optional(v.pipe(share('threshold'), v.description('Score, from 0 to 1, from which the verdict is pass; default 0.5'))),
    ignore_case: v.optional(v.pipe(flag('ignore_case'), v.description('Ignore upper and lower case; default false'))),
  }),
  programs: 'never',
  examples: [
    { title: 'Against the reference answer', value: { type: 'bleu' } },
    { title: 'Against two translations', value: { type: 'bleu', value: ['The cat sits on the mat.', 'There is a cat on the mat.'], threshold: 0.4 } },
  ],
  evaluate: ({ options, evalCase, response }) => {
    const { value, max_n: maxN = 4, smoothing = 'exp', threshold = DEFAULT_THRESHOLD, ignore_case: ignoreCase = false } = options;
    const split = (text: string): readonly string[] => splitWords(text, { ignoreCase });
    const references = comparedWords(value, evalCase, split);
    const { score, precisions, brevityPenalty } = bleuScore(split(response.text), references.map(({ words }) => words), { maxN, smoothing });
    const more = references.length === 1 ? '' : ` and ${references.length - 1} more`;
    const text = `BLEU ${shownBeside(score, threshold, 3)} (smoothing ${smoothing}) against ${quotedText(references[0].text)}${more}, at least ${threshold}`;
    const met = reaches(score, threshold);
    return {
      score,
      verdict: met ? 'pass' : 'fail',
      hits: met ? [text] : [],
      misses: met ? [] : [text],
      details: { precisions, brevity_penalty: brevityPenalty, smoothing },
    };
  },
});
