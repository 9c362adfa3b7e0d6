import { composedText, defineEvaluator, reaches, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { flag, share, wholeNumber } from '../options/numbers.js';
import { comparedOption, comparedTexts } from '../texts/compared-texts.js';
import { characterNumbers, editDistance, editSteps } from '../texts/edit-distance.js';
import { foldCase } from '../texts/fold-case.js';
import { quotedText } from '../texts/quoted-text.js';

/** About a tenth of a second, in which nothing else happens. Two texts of 40,000 characters. */
const MOST_STEPS = 50_000_000;

interface Closeness {
  readonly text: string;
  readonly distance: number;
  readonly similarity: number;
}

function closenessOf(reply: string, texts: readonly string[]): readonly Closeness[] {
  const read = characterNumbers();
  const own = read(reply);
  return texts.map((text) => {
    const other = read(text);
    const steps = editSteps(own, other);
    if (steps > MOST_STEPS) {
      throw new UnscoredError(`texts of ${own.length} and ${other.length} characters are too long to count how they differ`, {
        reason: 'config',
        hint: 'compare long texts with rouge_n, bleu or similar',
      });
    }
    const distance = editDistance(own, other);
    return { text, distance, similarity: 1 - distance / Math.max(own.length, other.length, 1) };
  });
}

/** How few characters have to change to make a text of the response. */
export const levenshtein = defineEvaluator({
  name: 'levenshtein',
  description:
    'Measures how similar the spelling of the response is to the reference answer (or to the closest of the given texts): 1 minus the ' +
    'Levenshtein distance (1966; characters inserted, deleted or replaced) divided by the length of the longer text. A character is what ' +
    'people see as one, a grapheme cluster after NFC normalization: an emoji or a letter with its accents counts as one.',
  options: v.pipe(
    entryObject({
      value: comparedOption('The text to compare with, or several of which the closest counts'),
      max_distance: v.optional(
        v.pipe(wholeNumber('max_distance', 0), v.description('Largest number of characters that may differ for the verdict pass; above it, fail')),
      ),
      threshold: v.optional(v.pipe(share('threshold'), v.description('Lowest score, from 0 to 1, at which the verdict is pass; below it, fail'))),
      ignore_case: v.optional(v.pipe(flag('ignore_case'), v.description('Ignore upper and lower case; default false'))),
      trim: v.optional(v.pipe(flag('trim'), v.description('Ignore white space at both ends; default true'))),
    }),
    v.check((options) => options.max_distance === undefined || options.threshold === undefined, 'give max_distance or threshold, not both'),
  ),
  programs: 'never',
  examples: [
    { title: 'At most three typing mistakes', value: { type: 'levenshtein', max_distance: 3 } },
    { title: 'Nine letters of ten', value: { type: 'levenshtein', value: 'San Francisco', threshold: 0.9, ignore_case: true } },
  ],
  evaluate: ({ options: { value, max_distance: most, threshold, ignore_case: ignoreCase, trim }, evalCase, response }) => {
    const normalize = (text: string): string => {
      const trimmed = trim === false ? text : text.trim();
      return ignoreCase ? foldCase(trimmed) : composedText(trimmed);
    };
    const found = closenessOf(normalize(response.text), comparedTexts(value, evalCase).map(normalize));
    const best = found.reduce((nearest, one) => (one.similarity > nearest.similarity ? one : nearest));
    // A limit of characters is held against the text with the fewest, which may be a shorter one than the most similar: that is told.
    const nearest = most === undefined ? best : found.reduce((least, one) => (one.distance < least.distance ? one : least), best);
    const decided = most === undefined ? threshold === undefined ? undefined : reaches(best.similarity, threshold) : nearest.distance <= most;
    const met = decided ?? best.distance === 0;
    const text = `${nearest.distance} character${nearest.distance === 1 ? '' : 's'} from ${quotedText(nearest.text)}${most === undefined ? '' : `, at most ${most}`}`;
    return {
      score: best.similarity,
      ...(decided === undefined ? {} : { verdict: decided ? 'pass' : 'fail' }),
      hits: met ? [text] : [],
      misses: met ? [] : [text],
      details: { distance: nearest.distance, similarity: nearest.similarity, nearest: nearest.text },
    };
  },
});
