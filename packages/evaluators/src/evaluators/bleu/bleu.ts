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
    'Measures how closely the response matches the reference answers, as sentence-level BLEU (Papineni et al. 2002): the geometric mean of the ' +
    'n-gram precisions for 1 to 4 words, reduced by a brevity penalty if the response is too short. N-grams longer than the response are left ' +
    'out, except with the smoothing `add-k`. The result names the smoothing, by default `exp` as in sacrebleu. Words are split as Unicode ' +
    'defines them (UAX 29), after NFC normalization; punctuation does not count. The verdict is pass at or above the threshold, else fail.',
  options: entryObject({
    value: comparedOption('The reference, or several that count together'),
    max_n: v.optional(v.pipe(wholeNumber('max_n', 1, 9), v.description('Number of words in the longest n-grams; default 4'))),
    smoothing: v.optional(
      v.pipe(
        v.picklist(['exp', 'floor', 'add-k', 'none'], 'smoothing must be exp, floor, add-k or none'),
        v.description(
          'What counts for an n-gram length without a match: `exp` a half, a quarter, … of a match (Lin and Och 2004, NIST), `floor` 0.1 of a ' +
            'match, `none` nothing, which makes the score 0. `add-k` adds one to matches and n-grams of every length but single words; default exp',
        ),
      ),
    ),
    threshold: v.optional(v.pipe(share('threshold'), v.description('Lowest score, from 0 to 1, at which the verdict is pass; default 0.5'))),
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
