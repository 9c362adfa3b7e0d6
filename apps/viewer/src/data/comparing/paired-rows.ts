import { NONE, type RunIndex } from '../index/run-index.js';

/** Two rows of one case that are held against each other. */
export interface Pair {
  /** Positions of the first repeats. */
  readonly a: number;
  readonly b: number;
  /** Means over repeats; undefined when nothing is scored. */
  readonly scoreA: number | undefined;
  readonly scoreB: number | undefined;
  /** B minus A; undefined when one of them is unscored. */
  readonly difference: number | undefined;
}

export interface Pairing {
  /** Worst first: regressions, then what is unscored on a side, then ties, then improvements. */
  readonly pairs: readonly Pair[];
  /** Cases that one side alone has. */
  readonly onlyA: number;
  readonly onlyB: number;
}

/** Rows of a side: of one run, or of one target or variant in it. */
export interface Side {
  readonly index: RunIndex;
  /** Undefined for all, which are then held against those of the same name. */
  readonly target?: string | undefined;
  readonly variant?: string | undefined;
}

interface Cell {
  readonly first: number;
  readonly sum: number;
  readonly scored: number;
}

function cellsOf({ index, target, variant }: Side): Map<string, Cell> {
  const { targets, variants, suites } = index.names;
  const cells = new Map<string, Cell>();
  for (let position = 0; position < index.rows; position += 1) {
    const [name, label] = [targets[index.target[position] ?? NONE], variants[index.variant[position] ?? NONE]];
    if (index.gone[position] === 1 || (target ?? name) !== name || (variant ?? label) !== label) continue;
    const { suite, id } = index.caseOf(position);
    const key = JSON.stringify([suites[suite]?.path, id, variant === undefined ? label : null, target === undefined ? name : null]);
    const score = index.score[position] ?? Number.NaN;
    const isScored = !Number.isNaN(score);
    const before = cells.get(key);
    const isFirst = before === undefined || (index.repeat[position] ?? 1) < (index.repeat[before.first] ?? 1);
    cells.set(key, {
      first: isFirst ? position : before.first,
      sum: (before?.sum ?? 0) + (isScored ? score : 0),
      scored: (before?.scored ?? 0) + (isScored ? 1 : 0),
    });
  }
  return cells;
}

const meanOf = ({ sum, scored }: Cell): number | undefined => (scored === 0 ? undefined : sum / scored);
/** Below this a difference is the rounding of the index. */
const NOISE = 1e-6;

/** Holds two sides against each other, case by case. */
export function pairRows(a: Side, b: Side): Pairing {
  const [cellsA, cellsB] = [cellsOf(a), cellsOf(b)];
  const pairs: Pair[] = [];
  for (const [key, cell] of cellsA) {
    const other = cellsB.get(key);
    if (other === undefined) continue;
    const [scoreA, scoreB] = [meanOf(cell), meanOf(other)];
    const raw = scoreA === undefined || scoreB === undefined ? undefined : scoreB - scoreA;
    pairs.push({ a: cell.first, b: other.first, scoreA, scoreB, difference: raw !== undefined && Math.abs(raw) < NOISE ? 0 : raw });
  }
  const rank = ({ difference }: Pair): number => (difference === undefined ? -NOISE / 2 : difference);
  pairs.sort((x, y) => rank(x) - rank(y) || x.a - y.a);
  return { pairs, onlyA: cellsA.size - pairs.length, onlyB: cellsB.size - pairs.length };
}
