/** Characters of scripts that put no spaces between words, as the inside of a character class. */
const SPACELESS =
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

/** One such character, anywhere. */
export const SPACELESS_CHARACTER = new RegExp(`[${SPACELESS}]`, 'u');

let segmenter: Intl.Segmenter | undefined;

/** Finds words by dictionary where spaces do not tell them. Made once: that costs milliseconds. */
export function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return segmenter;
}
