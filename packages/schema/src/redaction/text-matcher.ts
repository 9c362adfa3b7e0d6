/** Characters at the start of every pattern that the filter looks at. All patterns have as many. */
const WINDOW = 8;
/** Characters of which the filter makes a hash. */
const BLOCK = 4;
/** One block of a pattern's window is always met when every so many places are looked at. */
const STRIDE = WINDOW - BLOCK + 1;
const HASHES = 1 << 16;
/** Shortest beginning of a secret at the end of a text, or before an ellipsis, that is taken for one that was cut off. */
const SHORTEST_CUT = 8;
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

/** States of Aho and Corasick's automaton, their transitions in one table. */
interface Automaton {
  readonly step: (state: number, code: number) => number;
  /** Length of the beginning of a pattern that a state stands for. */
  readonly depth: Int32Array;
  /** Number of the longest pattern that ends in a state, plus 1; 0 for none. */
  readonly ends: Int32Array;
}

function createAutomaton(patterns: readonly string[]): Automaton {
  const classes = new Uint16Array(0x1_0000);
  let width = 1;
  let size = 1;
  for (const pattern of patterns) {
    size += pattern.length;
    for (let at = 0; at < pattern.length; at++) {
      const code = pattern.charCodeAt(at);
      if (classes[code] === 0) classes[code] = width++;
    }
  }
  const next = new Int32Array(size * width);
  const depth = new Int32Array(size);
  const ends = new Int32Array(size);
  let states = 1;
  for (const [index, pattern] of patterns.entries()) {
    let state = 0;
    for (let at = 0; at < pattern.length; at++) {
      const edge = state * width + (classes[pattern.charCodeAt(at)] as number);
      if (next[edge] === 0) {
        depth[states] = at + 1;
        next[edge] = states++;
      }
      state = next[edge] as number;
    }
    ends[state] = index + 1;
  }
  completeTransitions({ next, ends, width, states });
  return { step: (state, code) => next[state * width + (classes[code] as number)] as number, depth, ends };
}

interface Trie {
  readonly next: Int32Array;
  readonly ends: Int32Array;
  readonly width: number;
  readonly states: number;
}

/** Gives every state all its transitions: where none goes on, those of the longest end that begins a pattern. */
function completeTransitions({ next, ends, width, states }: Trie): void {
  const fallback = new Int32Array(states);
  const queue = new Int32Array(states);
  let tail = 0;
  for (let symbol = 1; symbol < width; symbol++) {
    const child = next[symbol] as number;
    if (child !== 0) queue[tail++] = child;
  }
  for (let head = 0; head < tail; head++) {
    const state = queue[head] as number;
    const fall = fallback[state] as number;
    if (ends[state] === 0) ends[state] = ends[fall] as number;
    for (let symbol = 1; symbol < width; symbol++) {
      const edge = state * width + symbol;
      const child = next[edge] as number;
      const fallen = next[fall * width + symbol] as number;
      if (child === 0) {
        next[edge] = fallen;
        continue;
      }
      fallback[child] = fallen;
      queue[tail++] = child;
    }
  }
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

/** Finds come by their ends: a new one may swallow several of those before. */
function add(finds: Found[], found: Found): void {
  let merged = found;
  for (let last = finds.at(-1); last && last.end > merged.start; last = finds.at(-1)) {
    const { label, length } = last.length > merged.length ? last : merged;
    merged = { start: Math.min(last.start, merged.start), end: merged.end, label, length };
    finds.pop();
  }
  finds.push(merged);
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

  /** All finds in their order. Patterns that overlap are one, called by the longest of them. */
  function find(text: string): readonly Found[] {
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
      add(finds, { start: at + 1 - length, end: at + 1, label, length });
    }
    return finds;
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

  return {
    replace(text, json = false) {
      if (text.length < WINDOW || !mayHold(text)) return text;
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
      const open = beginningAtEnd(text.slice(-longest));
      if (open === 0) return 0;
      // A whole pattern that ends inside of the open part must not be cut in two.
      const cut = text.length - open;
      const offset = Math.max(0, cut - longest);
      let start = cut;
      for (const found of find(text.slice(offset))) {
        if (offset + found.start < cut && offset + found.end > cut) start = offset + found.start;
      }
      return text.length - start;
    },
  };
}
