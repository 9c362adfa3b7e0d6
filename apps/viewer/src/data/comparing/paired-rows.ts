import { FORGIVEN } from '../../figures/format.js';
import { NONE, type RunIndex } from '../index/run-index.js';

/** Two rows of one case that are compared with each other. */
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
  /** Undefined for all, which are then compared with those of the same name. */
  readonly target?: string | undefined;
  readonly variant?: string | undefined;
}

interface Cell {
  first: number;
  readonly repeats: number[];
  /** Of each of these; NaN without one. */
  readonly scores: number[];
}

function cellsOf({ index, target, variant }: Side): Map<string, Cell> {
  const { targets, variants, suites } = index.names;
  const cells = new Map<string, Cell>();
  for (let position = 0; position < index.rows; position += 1) {
    const [name, label] = [targets[index.target[position] ?? NONE], variants[index.variant[position] ?? NONE]];
    if (index.gone[position] === 1 || (target ?? name) !== name || (variant ?? label) !== label) continue;
    const { suite, id } = index.caseOf(position);
    const key = JSON.stringify([suites[suite]?.path, id, variant === undefined ? label : null, target === undefined ? name : null]);
    const repeat = index.repeat[position] ?? 1;
    const cell = cells.get(key) ?? { first: position, repeats: [], scores: [] };
    cells.set(key, cell);
    if (repeat < (index.repeat[cell.first] ?? 1)) cell.first = position;
    cell.repeats.push(repeat);
    cell.scores.push(index.score[position] ?? Number.NaN);
  }
  return cells;
}

const isScored = (score: number): boolean => !Number.isNaN(score);

function meanOf(scores: readonly number[]): number | undefined {
  const scored = scores.filter(isScored);
  return scored.length === 0 ? undefined : scored.reduce((sum, score) => sum + score, 0) / scored.length;
}

/**
 * The mean of each side. Of the same repeats those count that have a score on both, so that like is compared with like; otherwise, or if none has, all that have one:
 * as where the command compares.
 */
function meansOf(a: Cell, b: Cell): readonly [a: number | undefined, b: number | undefined] {
  const ofB = new Map(b.repeats.map((repeat, at) => [repeat, b.scores[at] ?? Number.NaN]));
  const isSame = a.repeats.length === b.repeats.length && a.repeats.every((repeat) => ofB.has(repeat));
  const both = isSame ? a.repeats.flatMap((repeat, at) => {
    const [one, other] = [a.scores[at] ?? Number.NaN, ofB.get(repeat) ?? Number.NaN];
    return isScored(one) && isScored(other) ? [[one, other] as const] : [];
  }) : [];
  if (both.length > 0) return [meanOf(both.map(([one]) => one)), meanOf(both.map(([, other]) => other))];
  return [meanOf(a.scores), meanOf(b.scores)];
}

/** Holds two sides against each other, case by case. */
export function pairRows(a: Side, b: Side): Pairing {
  const [cellsA, cellsB] = [cellsOf(a), cellsOf(b)];
  const pairs: Pair[] = [];
  for (const [key, cell] of cellsA) {
    const other = cellsB.get(key);
    if (other === undefined) continue;
    const [scoreA, scoreB] = meansOf(cell, other);
    const raw = scoreA === undefined || scoreB === undefined ? undefined : scoreB - scoreA;
    pairs.push({ a: cell.first, b: other.first, scoreA, scoreB, difference: raw !== undefined && Math.abs(raw) <= FORGIVEN ? 0 : raw });
  }
  const rank = ({ difference }: Pair): number => (difference === undefined ? -FORGIVEN / 2 : difference);
  pairs.sort((x, y) => rank(x) - rank(y) || x.a - y.a);
  return { pairs, onlyA: cellsA.size - pairs.length, onlyB: cellsB.size - pairs.length };
}
