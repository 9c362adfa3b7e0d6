import { SPACELESS_CHARACTER, wordSegmenter } from './spaceless-scripts.js';

const WITH_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function countSegments(text: string): number {
  let count = 0;
  for (const { isWordLike } of wordSegmenter().segment(text)) if (isWordLike === true) count += 1;
  return count;
}

/**
 * How many words a text has: what stands between spaces and has a letter or a digit in it (`don't`
 * and `state-of-the-art` are one, a dash is none). Where a script puts no spaces between words,
 * they are found by dictionary.
 */
export function countWords(text: string): number {
  let count = 0;
  for (const piece of text.split(/\s+/u)) {
    if (!WITH_LETTER_OR_DIGIT.test(piece)) continue;
    count += SPACELESS_CHARACTER.test(piece) ? countSegments(piece) : 1;
  }
  return count;
}
