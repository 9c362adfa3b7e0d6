import { cosine, defineEvaluator, reaches, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { share } from '../options/numbers.js';
import { comparedOption, comparedTexts } from '../texts/compared-texts.js';
import { quotedText } from '../texts/quoted-text.js';
import { shownBeside } from '../texts/shown-beside.js';

const DEFAULT_THRESHOLD = 0.75;
/** The response means nearly the same as a text. */
export const similar = defineEvaluator({
  name: 'similar',
  description:
    'Measures how close the meaning of the response is to the reference answer (or to the closest of the given texts): the cosine similarity ' +
    'of their vectors from an embedding model, or 0 if it is negative. The verdict is pass at or above the threshold, else fail.',
  options: entryObject({
    value: comparedOption('The text to compare with, or several of which the closest counts'),
    threshold: v.optional(
      v.pipe(share('threshold'), v.description('Lowest cosine similarity, from 0 to 1, at which the verdict is pass; default 0.75')),
    ),
  }),
  programs: 'never',
  uses: ['embeddings'],
  examples: [
    { title: 'Close to the reference answer', value: { type: 'similar' } },
    { title: 'Close to one of two texts', value: { type: 'similar', value: ['It is Paris.', 'Paris is the capital of France.'], threshold: 0.8 } },
  ],
  evaluate: async ({ options, evalCase, response, services }) => {
    const { value, threshold = DEFAULT_THRESHOLD } = options;
    const texts = comparedTexts(value, evalCase);
    const [reply, ...vectors] = await services.embed([response.text, ...texts]);
    const cosines = vectors.map((vector) => (reply ? cosine(reply, vector) : null));
    const known = cosines.filter((one) => one !== null);
    if (known.length < texts.length) throw new UnscoredError('the embedding model gave a vector that cannot be compared');
    const best = Math.max(...known);
    const nearest = texts[cosines.indexOf(best)] ?? '';
    const met = reaches(best, threshold);
    const text = `${shownBeside(best, threshold, 3)} close to ${quotedText(nearest)}, at least ${threshold}`;
    return {
      score: Math.max(0, best),
      verdict: met ? 'pass' : 'fail',
      hits: met ? [text] : [],
      misses: met ? [] : [text],
      details: { cosine: best, nearest, threshold },
    };
  },
});
