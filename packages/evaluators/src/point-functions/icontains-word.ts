import { definePointFunction } from '@assay/schema';
import { wordedText } from '../options/texts.js';
import { foldCase, foldResponse } from '../texts/fold-case.js';
import { hasWord } from './texts/has-word.js';

/** The word stands in the text by itself, whatever the case. */
export const icontainsWord = definePointFunction({
  name: 'icontains_word',
  aliases: ['icontain_word'],
  description:
    'Checks that the response contains this word or phrase as whole words (case-insensitive): 1 if it does, else 0. Letters and digits of ' +
    'every script count, accented letters may be encoded either way, and a dictionary finds the words of scripts without spaces.',
  options: wordedText('the word to look for'),
  examples: [
    { title: 'A name in any case', value: 'são paulo' },
  ],
  apply: (word, { text }) => hasWord(foldResponse(text), foldCase(word)),
});
