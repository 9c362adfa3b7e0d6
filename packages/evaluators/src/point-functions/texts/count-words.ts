import { SPACELESS_CHARACTER, wordSegmenter } from '../../texts/spaceless-scripts.js';

const WITH_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Characters that words are found in at once: in a long row the dictionary takes the square of its length. */
const PIECE = 1000;

function countSegments(text: string): number {
  let count = 0;
  for (let from = 0; from < text.length; ) {
    // Where the piece is cut, a word may seem to end that does not: the second half is looked at again.
    const piece = text.slice(from, from + 2 * PIECE);
    let read = piece.length;
    for (const { index, isWordLike } of wordSegmenter().segment(piece)) {
      if (index >= PIECE && from + piece.length < text.length) {
        read = index;
        break;
      }
      if (isWordLike === true) count += 1;
    }
    from += read;
  }
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
