import { placesOf } from '@assay/schema';
import { SPACELESS_CHARACTER, wordSegmenter } from '../../texts/spaceless-scripts.js';

const INSIDE_WORD = /^[\p{L}\p{N}\p{M}]/u;
/** Characters before and after a piece of a text that the dictionary needs to see to judge it. */
const NEIGHBOURHOOD = 60;
/** Characters of a text in which the dictionary finds the words at once. */
const PIECE = 1000;
/** A word begins in one piece and ends in another, which may be far away. */
const MOST_PIECES = 4;

/** Where words begin in a text by dictionary; each piece of it is looked at when it is asked for. */
function segmentStarts(text: string): (index: number) => boolean {
  const pieces = new Map<number, ReadonlySet<number>>();
  return (index) => {
    const piece = Math.floor(index / PIECE);
    let starts = pieces.get(piece);
    if (!starts) {
      const from = Math.max(0, piece * PIECE - NEIGHBOURHOOD);
      const segments = wordSegmenter().segment(text.slice(from, (piece + 1) * PIECE + NEIGHBOURHOOD));
      starts = new Set(Array.from(segments, (segment) => from + segment.index));
      if (pieces.size >= MOST_PIECES) pieces.clear();
      pieces.set(piece, starts);
    }
    return starts.has(index);
  };
}

function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, isLowSurrogate ? index - 2 : index - 1), index);
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Whether a unit of a text is a space, or another character of ASCII that is no letter or digit, as most that words stand between. */
function isPlainBoundary(unit: number): boolean {
  if (unit >= 128) return false;
  const isDigit = unit >= 48 && unit <= 57;
  const letter = unit | 32;
  return !isDigit && (letter < 97 || letter > 122);
}

type IsStart = (index: number) => boolean;

/** Whether a word may start or end between two characters. */
function isBoundary(outside: string, inside: string, isStart: () => boolean): boolean {
  if (outside === '' || !INSIDE_WORD.test(outside)) return true;
  return (SPACELESS_CHARACTER.test(outside) || SPACELESS_CHARACTER.test(inside)) && isStart();
}

function mayStart(text: string, index: number, isStart: IsStart): boolean {
  return index === 0 || isPlainBoundary(text.charCodeAt(index - 1)) || isBoundary(characterBefore(text, index), characterAt(text, index), () => isStart(index));
}

function mayEnd(text: string, index: number, isStart: IsStart): boolean {
  return index === text.length || isPlainBoundary(text.charCodeAt(index)) || isBoundary(characterAt(text, index), characterBefore(text, index), () => isStart(index));
}

/**
 * Where a word or phrase stands in a text by itself: no letter, digit or accent before or after
 * it. Where a script puts no spaces between words, a dictionary says where they end.
 * @param word Not empty. Both are composed texts.
 */
export function* wordPlaces(text: string, word: string): Generator<number> {
  let segments: IsStart | undefined;
  const isStart: IsStart = (index) => (segments ??= segmentStarts(text))(index);
  for (const start of placesOf(text, word)) {
    if (mayStart(text, start, isStart) && mayEnd(text, start + word.length, isStart)) yield start;
  }
}

/** Whether a word or phrase stands in a text by itself, as {@link wordPlaces} has it. */
export function hasWord(text: string, word: string): boolean {
  return wordPlaces(text, word).next().done !== true;
}
