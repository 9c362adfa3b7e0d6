/** States of Aho and Corasick's automaton, their transitions in one table. */
export interface Automaton {
  readonly step: (state: number, code: number) => number;
  /** Length of the beginning of a pattern that a state stands for. */
  readonly depth: Int32Array;
  /** Number of the longest pattern that ends in a state, plus 1; 0 for none. */
  readonly ends: Int32Array;
}

/** Made once for all patterns; what it finds costs one step for each letter. */
export function createAutomaton(patterns: readonly string[]): Automaton {
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
