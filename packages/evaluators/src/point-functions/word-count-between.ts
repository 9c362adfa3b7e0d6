import { definePointFunction } from '@assay/schema';
import { wholeRange } from './arguments/lists.js';
import { countWords } from './texts/count-words.js';

/** The text has a number of words within a range. */
export const wordCountBetween = definePointFunction({
  name: 'word_count_between',
  aliases: ['words_count_between'],
  description:
    'Counts the words of the response: 1 from min to max, words / min below, max / words above. A ' +
    'word is what stands between spaces and has a letter or digit; scripts without spaces are split ' +
    'by dictionary.',
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
