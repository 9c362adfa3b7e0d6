import { createAutomaton, type Automaton } from './automaton.js';
import { openViewsOf, readings, readsOneWay, viewsOf } from './text-views.js';

/** Characters at the start of every pattern that the filter looks at. All patterns have as many. */
const WINDOW = 8;
/** Characters of which the filter makes a hash. */
const BLOCK = 4;
/** One block of a pattern's window is always met when every so many places are looked at. */
const STRIDE = WINDOW - BLOCK + 1;
const HASHES = 1 << 16;
/** Shortest beginning of a secret at the end of a text, or before an ellipsis, that is taken for one that was cut off. */
const SHORTEST_CUT = 8;
/** Most characters that are reckoned with for one letter of a pattern: `\\\\u0073`, `&#x0073;`. */
const LONGEST_LETTER = 8;
/** Parsers put what they show into quotes. */
const ELLIPSIS = /^["'`]?(?:…|\.\.\.)/u;

/** Finds any of many texts in another one, in one pass whatever they are. */
export interface TextMatcher {
  /** @param json keeps numbers as they are: a word in place of one would break the text. */
  replace(text: string, json?: boolean): string;
  /**
   * How many characters at the end of a text cannot be judged without those that follow: they may be
   * the beginning of a pattern.
   */
  openEnd(text: string): number;
}

function hashAt(text: string, at: number): number {
  const high = Math.imul(text.charCodeAt(at), 31) + text.charCodeAt(at + 1);
  const low = Math.imul(text.charCodeAt(at + 2), 31) + text.charCodeAt(at + 3);
  return (Math.imul(high, 0x9e37) + low) & (HASHES - 1);
}

/** Tells most texts that hold no pattern at a fraction of the cost of looking for them. */
function createFilter(patterns: readonly string[]) {
  const hashes = new Uint8Array(HASHES);
  const windows = new Set<string>();
  for (const pattern of patterns) {
    windows.add(pattern.slice(0, WINDOW));
    for (let at = 0; at < STRIDE; at++) hashes[hashAt(pattern, at)] = 1;
  }
  return (text: string): boolean => {
    const last = text.length - BLOCK;
    for (let at = 0; at <= last; at += STRIDE) {
      if (hashes[hashAt(text, at)] !== 1) continue;
      for (let start = Math.max(0, at - STRIDE + 1); start <= at; start++) {
        if (windows.has(text.slice(start, start + WINDOW))) return true;
      }
    }
    return false;
  };
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu;
const OF_NUMBERS = /[\d.eE+-]/u;

/** True for digits of a number that stands by itself in JSON, between the signs that are around values. */
function isNumber(text: string, start: number, end: number): boolean {
  let [from, to] = [start, end];
  while (from > 0 && OF_NUMBERS.test(text[from - 1] as string)) from--;
  while (to < text.length && OF_NUMBERS.test(text[to] as string)) to++;
  return NUMBER.test(text.slice(from, to)) && /[\s:,[]/u.test(text[from - 1] ?? ' ') && /[\s,\]}]/u.test(text[to] ?? ' ');
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** Of the longest pattern in it. */
  readonly length: number;
}

/** In the order of their starts. Those that overlap are one. */
function merged(finds: readonly Found[]): readonly Found[] {
  const result: Found[] = [];
  for (const found of finds.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (!last || last.end <= found.start) {
      result.push(found);
      continue;
    }
    const { label, length } = found.length > last.length ? found : last;
    result[result.length - 1] = { start: last.start, end: Math.max(last.end, found.end), label, length };
  }
  return result;
}

/**
 * @param labels what stands for each pattern. Patterns have 8 characters or more.
 */
export function createTextMatcher(labels: ReadonlyMap<string, string>): TextMatcher {
  const patterns = [...labels.keys()];
  const mayHold = createFilter(patterns);
  const longest = Math.max(...patterns.map(({ length }) => length));
  const beginnings = new Set(patterns.flatMap((pattern) => Array.from({ length: WINDOW - 1 }, (_, at) => pattern.slice(0, at + 1))));
  // Most processes never meet a secret again.
  let made: Automaton | undefined;
  const automaton = (): Automaton => (made ??= createAutomaton(patterns));

  /** All finds of one reading, by its letters. Those of which one ends in another may be several. */
  function findIn(text: string): readonly Found[] {
    const { step, depth, ends } = automaton();
    const finds: Found[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = step(state, text.charCodeAt(at));
      const reached = depth[state] as number;
      const pattern = patterns[(ends[state] as number) - 1];
      const cut = reached >= SHORTEST_CUT && (at + 1 === text.length || ELLIPSIS.test(text.slice(at + 1, at + 5)));
      if (pattern === undefined && !cut) continue;
      const length = cut ? reached : (pattern as string).length;
      const label = pattern === undefined ? '[redacted]' : (labels.get(pattern) as string);
      finds.push({ start: at + 1 - length, end: at + 1, label, length });
    }
    return finds;
  }

  /** All finds in their order. Patterns that overlap are one, called by the longest of them. */
  function find(text: string): readonly Found[] {
    const finds: Found[] = [];
    for (const view of viewsOf(text)) {
      if (!mayHold(view.text)) continue;
      for (const found of findIn(view.text)) finds.push({ ...found, start: view.startOf(found.start), end: view.endOf(found.end - 1) });
    }
    return merged(finds);
  }

  /** Length of the longest beginning of a pattern that the text ends with. */
  function beginningAtEnd(text: string): number {
    if (mayHold(text)) {
      const { step, depth } = automaton();
      let state = 0;
      for (let at = 0; at < text.length; at++) state = step(state, text.charCodeAt(at));
      const reached = depth[state] as number;
      if (reached >= WINDOW) return reached;
    }
    for (let length = Math.min(WINDOW - 1, text.length); length > 0; length--) {
      if (beginnings.has(text.slice(-length))) return length;
    }
    return 0;
  }

  /** Length of what a text ends with that may be the beginning of a pattern, however it is written. */
  function openBeginning(text: string): number {
    let open = 0;
    for (const { text: read, startOf, incomplete } of openViewsOf(text)) {
      const said = read.length - incomplete;
      const length = Math.max(beginningAtEnd(read), incomplete === 0 ? 0 : incomplete + beginningAtEnd(read.slice(0, said)));
      if (length > 0) open = Math.max(open, text.length - startOf(read.length - length));
    }
    return open;
  }

  function mayHoldEncoded(text: string): boolean {
    if (mayHold(text)) return true;
    // Asked of every text of every row: a generator is made for those that need one.
    if (readsOneWay(text)) return false;
    for (const reading of readings(text)) if (mayHold(reading)) return true;
    return false;
  }

  return {
    replace(text, json = false) {
      if (text.length < WINDOW || !mayHoldEncoded(text)) return text;
      let clean = '';
      let from = 0;
      for (const { start, end, label } of find(text)) {
        if (json && /\d/u.test(text[start] as string) && isNumber(text, start, end)) continue;
        clean += text.slice(from, start) + label;
        from = end;
      }
      return from === 0 ? text : clean + text.slice(from);
    },
    openEnd(text) {
      const open = openBeginning(text.slice(-longest * LONGEST_LETTER));
      if (open === 0) return 0;
      // A whole pattern that ends inside of the open part must not be cut in two.
      const cut = text.length - open;
      const offset = Math.max(0, cut - longest * LONGEST_LETTER);
      let start = cut;
      for (const found of find(text.slice(offset))) {
        if (offset + found.start < cut && offset + found.end > cut) start = offset + found.start;
      }
      return text.length - start;
    },
  };
}
