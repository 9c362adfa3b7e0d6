import { searchPattern } from '../data/source/search-pattern.js';
import type { Sought } from './sought-texts.js';

/** A part of a text that an evaluator looked for. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly kind: Sought['kind'];
  /** Name of the evaluator. */
  readonly by: string;
}

const MOST_MARKS = 200;
/** A letter alone is found everywhere. */
const SHORTEST = 2;
/** Steps that a pattern may take at most: nobody could end it. */
const MOST_STEPS = 2e7;
/** In a short text what is found may be all of it. */
const SHORT_TEXT = 40;
const ALMOST_ALL = 0.9;
const LETTER = /[\p{L}\p{N}_]/u;

/** The most steps that a pattern takes in a text of some length, seen from its unbounded parts; infinite where parts stand in parts. */
function stepsOf(pattern: string, length: number): number {
  const plain = pattern.replaceAll(/\\./gu, (escape) => (/\\[1-9k]/u.test(escape) ? '(a)+' : 'a')).replaceAll(/\[[^\]]*\]/gu, 'a');
  if (/\)[*+{]/u.test(plain)) return Infinity;
  const unbounded = [...plain.matchAll(/[*+]|\{\d*,\d*\}|\{\d{2,}\}/gu)].length;
  return length ** (unbounded === 0 ? 1 : unbounded + 1);
}

/** A pattern for a whole text, say for its length, finds no place in it. */
const isAll = (found: string, text: string): boolean => text.length > SHORT_TEXT && found.length > ALMOST_ALL * text.trim().length;

function* ofPattern(text: string, pattern: string, folded: boolean): Generator<readonly [number, number]> {
  if (stepsOf(pattern, text.length) > MOST_STEPS) return;
  let expression: RegExp;
  try {
    const { source, flags } = searchPattern(pattern);
    expression = new RegExp(source, `g${flags}${folded && !flags.includes('i') ? 'i' : ''}`);
  } catch {
    return;
  }
  for (const { index, 0: found } of text.matchAll(expression)) if (found !== '' && !isAll(found, text)) yield [index, index + found.length];
}

function* occurrences(text: string, sought: string): Generator<readonly [number, number]> {
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) yield [at, at + sought.length];
}

const isWord = (text: string, from: number, to: number): boolean => !LETTER.test(text.charAt(from - 1)) && !LETTER.test(text.charAt(to));

/** Where something that was sought stands. @param low the text in small letters, of the same length; undefined when there is no such */
function* places(text: string, low: string | undefined, { text: sought, how, folded }: Sought): Generator<readonly [number, number]> {
  if (how === 'pattern') return yield* ofPattern(text, sought, folded);
  if (sought.trim().length < SHORTEST) return undefined;
  const isFolded = folded && low !== undefined;
  const [place, wanted] = isFolded ? [low, sought.toLowerCase()] : [text, sought];
  const lead = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  for (const [from, to] of occurrences(place, wanted)) {
    if (how === 'start' && from !== lead) return undefined;
    if ((how === 'end' && to !== end) || (how === 'word' && !isWord(text, from, to))) continue;
    yield [from, to];
  }
  return undefined;
}

/** Where the texts stand that evaluators looked for; in order, none over another. */
export function findMarks(text: string, sought: readonly Sought[]): readonly Mark[] {
  const folded = text.toLowerCase();
  // Some letters become two when they are small: then places would not fit.
  const low = folded.length === text.length ? folded : undefined;
  const marks: Mark[] = [];
  for (const one of sought) {
    for (const [from, to] of places(text, low, one)) {
      marks.push({ from, to, kind: one.kind, by: one.by });
      if (marks.length >= MOST_MARKS) break;
    }
  }
  const ordered = marks.toSorted((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return ordered.filter((mark) => {
    const isFree = mark.from >= end;
    if (isFree) end = mark.to;
    return isFree;
  });
}
