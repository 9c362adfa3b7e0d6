import { defineEvaluator, reaches } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { flag, share, wholeNumber } from '../options/numbers.js';
import { comparedOption } from '../texts/compared-texts.js';
import { comparedWords } from '../texts/compared-words.js';
import { quotedText } from '../texts/quoted-text.js';
import { countNgrams, countShared, splitWords } from '../texts/split-words.js';
import { shownBeside } from '../texts/shown-beside.js';

const DEFAULT_THRESHOLD = 0.75;

interface Overlap {
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** What the rows of n words of two texts have in common. */
function overlapOf(reply: readonly string[], reference: readonly string[], n: number): Overlap {
  const shared = countShared(countNgrams(reply, n), countNgrams(reference, n));
  const rows = (words: readonly string[]): number => Math.max(0, words.length - n + 1);
  const recall = ratio(shared, rows(reference));
  const precision = ratio(shared, rows(reply));
  return { recall, precision, f1: ratio(2 * recall * precision, recall + precision) };
}

/** How many rows of words the response shares with a reference. */
export const rougeN = defineEvaluator({
  name: 'rouge_n',
  aliases: ['rouge-n'],
  description:
    'Measures how many n-grams of words the response shares with the reference answer (or with the best match among the given texts), as ' +
    'ROUGE-N (Lin 2004). The score is recall (over the n-grams of the reference), precision (over those of the response), or their F1. Words ' +
    'are split as Unicode defines them (UAX 29), after NFC normalization; by default case is ignored, and words are not stemmed. The verdict ' +
    'is pass at or above the threshold, else fail.',
  options: entryObject({
    value: comparedOption('The reference, or several of which the one with the highest score counts'),
    n: v.optional(v.pipe(wholeNumber('n', 1, 9), v.description('Number of words in an n-gram; default 1'))),
    measure: v.optional(
      v.pipe(v.picklist(['f1', 'recall', 'precision'], 'measure must be f1, recall or precision'), v.description('Which of the three the score is; default f1')),
    ),
    threshold: v.optional(v.pipe(share('threshold'), v.description('Lowest score, from 0 to 1, at which the verdict is pass; default 0.75'))),
    ignore_case: v.optional(v.pipe(flag('ignore_case'), v.description('Ignore upper and lower case; default true'))),
  }),
  programs: 'never',
  examples: [
    { title: 'Against the reference answer', value: { type: 'rouge_n' } },
    { title: 'How much of a summary is there, by pairs of words', value: { type: 'rouge_n', n: 2, measure: 'recall', value: 'The council approved the new budget.', threshold: 0.5 } },
  ],
  evaluate: ({ options, evalCase, response }) => {
    const { value, n = 1, measure = 'f1', threshold = DEFAULT_THRESHOLD, ignore_case: ignoreCase = true } = options;
    const split = (text: string): readonly string[] => splitWords(text, { ignoreCase });
    const reply = split(response.text);
    const found = comparedWords(value, evalCase, split).map(({ text, words }) => ({ text, overlap: overlapOf(reply, words, n) }));
    const best = found.reduce((highest, one) => (one.overlap[measure] > highest.overlap[measure] ? one : highest));
    const score = best.overlap[measure];
    const text = `ROUGE-${n} ${measure} ${shownBeside(score, threshold, 3)} against ${quotedText(best.text)}, at least ${threshold}`;
    const met = reaches(score, threshold);
    return { score, verdict: met ? 'pass' : 'fail', hits: met ? [text] : [], misses: met ? [] : [text], details: { n, ...best.overlap } };
  },
});
