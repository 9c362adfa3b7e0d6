/** Choices that a quantifier leaves to the matcher: `{2,5}` leaves 4, `+` one per character. */
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy;
const ESCAPE = /\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])/uy;
const BACK_REFERENCE = /\\[1-9k]/uy;
const GROUP_START = /\((?:\?:|\?<[A-Za-z_$][\w$]*>)?/uy;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/uy;

/** What a part of a pattern costs at one place of a text. */
interface Work {
  /** In how many ways it can match. */
  readonly ways: number;
  /** Steps to go through all of them. */
  readonly steps: number;
}

interface OpenGroup {
  /** The alternatives that are complete. */
  alternatives: Work;
  /** The alternative that is being read. */
  branch: Work;
}

const NOTHING: Work = { ways: 1, steps: 0 };
const NONE: Work = { ways: 0, steps: 0 };

/** What stands behind is tried again for each way of what stands before it. */
function then(before: Work, after: Work): Work {
  return { ways: before.ways * after.ways, steps: before.steps + before.ways * after.steps };
}

function or(one: Work, other: Work): Work {
  return { ways: one.ways + other.ways, steps: one.steps + other.steps };
}

function matchAt(pattern: RegExp, source: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(source);
}

/** Length of the atom that starts there, or 0 for what this cannot judge. */
function atomLength(source: string, index: number): number {
  const character = source[index];
  // Back references can multiply the work in ways that counting choices does not see.
  if (character === '\\') return matchAt(BACK_REFERENCE, source, index) ? 0 : (matchAt(ESCAPE, source, index)?.[0].length ?? 0);
  return character === '[' ? (matchAt(CLASS, source, index)?.[0].length ?? 0) : 1;
}

/** An atom with its quantifier, on a text of this length. Counts are work too: `a{1000}` is a thousand steps. */
function repeated(quantifier: RegExpExecArray | null, length: number): Work {
  if (!quantifier) return { ways: 1, steps: 1 };
  const [, symbol, from, comma, to] = quantifier;
  if (symbol === '?') return { ways: 2, steps: 2 };
  if (symbol !== undefined || (comma !== undefined && to === '')) return { ways: length + 1, steps: length + 1 };
  const most = comma === undefined ? Number(from) : Number(to);
  return { ways: Math.max(1, Math.min(most - Number(from), length) + 1), steps: Math.min(most, length) + 1 };
}

/** Reads one pattern; see {@link backtrackingBound}. */
class Reading {
  readonly #open: OpenGroup[] = [{ alternatives: NONE, branch: NOTHING }];
  readonly #source: string;
  readonly #length: number;
  #index = 0;

  constructor(source: string, length: number) {
    this.#source = source;
    this.#length = length;
  }

  steps(): number {
    while (this.#index < this.#source.length) if (!this.#step()) return Infinity;
    const [whole] = this.#open;
    return this.#open.length === 1 && whole ? or(whole.alternatives, whole.branch).steps : Infinity;
  }

  /** @returns false for what this cannot judge. */
  #step(): boolean {
    const group = this.#open.at(-1);
    const character = this.#source[this.#index];
    if (!group) return false;
    if (character === '(') return this.#openGroup();
    if (character === ')') return this.#closeGroup();
    if (character === '|') {
      group.alternatives = or(group.alternatives, group.branch);
      group.branch = NOTHING;
      this.#index += 1;
      return true;
    }
    const size = atomLength(this.#source, this.#index);
    this.#index += size;
    group.branch = then(group.branch, repeated(this.#quantifier(), this.#length));
    return size > 0;
  }

  #openGroup(): boolean {
    const start = matchAt(GROUP_START, this.#source, this.#index)?.[0] ?? '(';
    if (start === '(' && this.#source[this.#index + 1] === '?') return false;
    this.#open.push({ alternatives: NONE, branch: NOTHING });
    this.#index += start.length;
    return true;
  }

  #closeGroup(): boolean {
    const group = this.#open.pop();
    const outer = this.#open.at(-1);
    if (!group || !outer) return false;
    this.#index += 1;
    const inner = or(group.alternatives, group.branch);
    const quantifier = this.#quantifier();
    if (quantifier && quantifier[1] !== '?') return false;
    outer.branch = then(outer.branch, quantifier ? or(inner, { ways: 1, steps: 1 }) : inner);
    return true;
  }

  #quantifier(): RegExpExecArray | null {
    const quantifier = matchAt(QUANTIFIER, this.#source, this.#index);
    this.#index += quantifier?.[0].length ?? 0;
    return quantifier;
  }
}

/**
 * An upper bound for the steps that a backtracking matcher takes with a pattern on a text of this
 * length: for each place to start at, all that quantifiers, counts and alternatives let it try.
 * Infinity when the pattern has something that this does not bound (repeated groups, look-around,
 * back references), which says nothing about how slow the pattern really is.
 */
export function backtrackingBound(source: string, length: number): number {
  return (length + 1) * new Reading(source, length).steps();
}
