import { definePointFunction } from '@assay/schema';
import { wholeRange } from './arguments/lists.js';
import { countWords } from './texts/count-words.js';

/** The text has a number of words within a range. */
export const wordCountBetween = definePointFunction({
  name: 'word_count_between',
  aliases: ['words_count_between'],
  description:
    'Counts the words of the response. The score is 1 from min to max, words / min below min, and max / words above max. A word is text ' +
    'between spaces that has a letter or digit; a dictionary splits scripts without spaces.',
  options: wholeRange(),
  examples: [
    { title: 'A short answer', value: [50, 100] },
    { title: 'At most a hundred words', value: [0, 100] },
  ],
  apply: ([min, max], { text }) => {
    const words = countWords(text);
    if (words >= min && words <= max) return 1;
    return { score: words < min ? words / min : max / words, explain: `${words} words; asked for ${min} to ${max}` };
  },
});
