import { definePointFunction } from '@assay/schema';
import { wordedText } from '../options/texts.js';
import { hasWord } from './texts/has-word.js';

/** The word stands in the text by itself, letter for letter. */
export const containsWord = definePointFunction({
  name: 'contains_word',
  aliases: ['contain_word'],
  description:
    'Checks that the response contains this word or phrase as whole words (case-sensitive): 1 if it does, else 0. Letters and digits of every ' +
    'script count, accented letters may be encoded either way, and a dictionary finds the words of scripts without spaces.',
  options: wordedText('the word to look for'),
  examples: [
    { title: 'A name with an accent', value: 'Paraná' },
    { title: 'A word of a script without spaces', value: '长江' },
  ],
  apply: (word, { text }) => hasWord(text, word),
});
