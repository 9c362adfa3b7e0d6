import { composedText } from '@assay/schema';
import { foldCase } from './fold-case.js';
import { wordSegmenter } from './spaceless-scripts.js';

/** Characters in which words are found at once: in a long row without spaces the dictionary takes the square of its length. */
const PIECE = 1000;

/**
 * The words of a text, as the word boundaries of Unicode (UAX 29) say, after NFC: what has a letter or digit in it. Space,
 * punctuation and signs are no words. Where a script puts no spaces between words, a dictionary finds them.
 */
export function splitWords(text: string, { ignoreCase }: { readonly ignoreCase: boolean }): readonly string[] {
  const composed = ignoreCase ? foldCase(text) : composedText(text);
  const words: string[] = [];
  for (let from = 0; from < composed.length; ) {
    const piece = composed.slice(from, from + 2 * PIECE);
    let read = piece.length;
    for (const { index, segment, isWordLike } of wordSegmenter().segment(piece)) {
      // What is cut off may be a part of a word: the second half is looked at again.
      if (index >= PIECE && from + piece.length < composed.length) {
        read = index;
        break;
      }
      if (isWordLike === true) words.push(segment);
    }
    from += read;
  }
  return words;
}

/** How often each row of `n` words occurs. */
export function countNgrams(words: readonly string[], n: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + n <= words.length; start += 1) {
    const gram = words.slice(start, start + n).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** How many rows of words two texts share, each counted as often as it is in both. */
export function countShared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [gram, count] of a) shared += Math.min(count, b.get(gram) ?? 0);
  return shared;
}
