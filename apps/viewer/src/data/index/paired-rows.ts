import { NONE, type RunIndex } from './run-index.js';

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

/** Rows of a side: of one run, or of one target in it. */
export interface Side {
  readonly index: RunIndex;
  /** Number of the target; undefined for all, which are then held against those of the same name. */
  readonly target: number | undefined;
}

interface Cell {
  readonly first: number;
  readonly sum: number;
  readonly scored: number;
}

function cellsOf({ index, target }: Side): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (let position = 0; position < index.rows; position += 1) {
    const of = index.target[position] ?? NONE;
    if (index.gone[position] === 1 || (target !== undefined && of !== target)) continue;
    const { suite, id } = index.caseOf(position);
    const name = target === undefined ? index.names.targets[of] : '';
    const key = JSON.stringify([index.names.suites[suite]?.path, id, index.names.variants[index.variant[position] ?? 0], name]);
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
