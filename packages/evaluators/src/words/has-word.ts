import { SPACELESS_CHARACTER, wordSegmenter } from './spaceless-scripts.js';

const INSIDE_WORD = /^[\p{L}\p{N}\p{M}]/u;
/** Characters around a place that the dictionary needs to see to judge it. */
const NEIGHBOURHOOD = 60;

function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, isLowSurrogate ? index - 2 : index - 1), index);
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function isSegmentBoundary(text: string, index: number): boolean {
  const from = Math.max(0, index - NEIGHBOURHOOD);
  const around = text.slice(from, index + NEIGHBOURHOOD);
  for (const segment of wordSegmenter().segment(around)) {
    if (segment.index === index - from) return true;
    if (segment.index > index - from) return false;
  }
  return false;
}

/** Whether a word may start or end between two characters. */
function isBoundary(text: string, index: number, outside: string, inside: string): boolean {
  if (outside === '' || !INSIDE_WORD.test(outside)) return true;
  const dictionary = SPACELESS_CHARACTER.test(outside) || SPACELESS_CHARACTER.test(inside);
  return dictionary && isSegmentBoundary(text, index);
}

/**
 * Whether a word or phrase stands in a text by itself: no letter, digit or accent before or after
 * it. Where a script puts no spaces between words, a dictionary says where they end.
 * @param word Not empty. Both are composed texts.
 */
export function hasWord(text: string, word: string): boolean {
  for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    if (
      isBoundary(text, start, characterBefore(text, start), characterAt(text, start)) &&
      isBoundary(text, end, characterAt(text, end), characterBefore(text, end))
    ) {
      return true;
    }
  }
  return false;
}
