/** Choices that a quantifier leaves to the matcher: `{2,5}` leaves 4, `+` one per character. */
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/u;
const ESCAPE = /^\\(?:[1-9k]|[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])/u;
const GROUP_START = /^\((?:\?:|\?<[A-Za-z_$][\w$]*>)?/u;
const CLASS = /^\[(?:\\[\s\S]|[^\]\\])*\]/u;

interface OpenGroup {
  /** Choices of the alternatives that are complete. */
  alternatives: number;
  /** Choices of the alternative that is being read. */
  branch: number;
}

/** Length of the atom at the start of `rest`, or 0 for what this cannot judge. */
function atomLength(rest: string): number {
  if (rest.startsWith('\\')) {
    // Back references can multiply the work in ways that counting choices does not see.
    return /^\\[1-9k]/u.test(rest) ? 0 : (ESCAPE.exec(rest)?.[0].length ?? 0);
  }
  return rest.startsWith('[') ? (CLASS.exec(rest)?.[0].length ?? 0) : 1;
}

function choices(quantifier: RegExpExecArray, length: number): number {
  const [, symbol, from, comma, to] = quantifier;
  if (symbol === '?') return 2;
  if (symbol !== undefined || (comma !== undefined && to === '')) return length + 1;
  return comma === undefined ? 1 : Math.max(1, Number(to) - Number(from) + 1);
}

/**
 * An upper bound for how many ways a backtracking matcher can try a pattern on a text of this
 * length: starting places × the product of the choices that quantifiers and alternatives leave.
 * Infinity when the pattern has something that this does not bound (repeated groups, look-around,
 * back references), which says nothing about how slow the pattern really is.
 */
export function backtrackingBound(source: string, length: number): number {
  const open: OpenGroup[] = [{ alternatives: 0, branch: 1 }];
  let index = 0;
  while (index < source.length) {
    const rest = source.slice(index);
    const group = open.at(-1);
    if (!group) return Infinity;
    const character = rest[0];
    if (character === '(') {
      const start = GROUP_START.exec(rest)?.[0] ?? '(';
      if (start === '(' && rest[1] === '?') return Infinity;
      open.push({ alternatives: 0, branch: 1 });
      index += start.length;
      continue;
    }
    if (character === '|') {
      group.alternatives += group.branch;
      group.branch = 1;
      index += 1;
      continue;
    }
    let inner = 1;
    let size = 1;
    if (character === ')') {
      open.pop();
      inner = group.alternatives + group.branch;
    } else {
      size = atomLength(rest);
      if (size === 0) return Infinity;
    }
    const outer = open.at(-1);
    if (!outer) return Infinity;
    const quantifier = QUANTIFIER.exec(rest.slice(size));
    if (quantifier && character === ')' && quantifier[1] !== '?') return Infinity;
    const left = quantifier ? choices(quantifier, length) : 1;
    outer.branch *= character === ')' ? inner + left - 1 : left;
    index += size + (quantifier?.[0].length ?? 0);
  }
  const whole = open[0];
  if (open.length !== 1 || !whole) return Infinity;
  return (length + 1) * (whole.alternatives + whole.branch);
}
