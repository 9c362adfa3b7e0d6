import type { ResultRow, SummaryProblem, VerdictThresholds } from '@assay/schema';
import { problemOf } from './problem-of.js';
import { positionOf, type CompareRows, type RowPosition } from '../row-order.js';

/** The first problems of a run in the order of its files, however many there are. */
export interface ProblemList {
  /** Takes a row that failed or was not scored. */
  add(row: ResultRow): void;
  /** How many were added. */
  readonly count: number;
  /** The kept ones, in order. */
  list(): readonly SummaryProblem[];
}

export interface ProblemListOptions {
  /** How many are kept. */
  readonly max: number;
  readonly thresholds: VerdictThresholds;
  readonly compare: CompareRows;
}

interface Entry {
  readonly position: RowPosition;
  readonly problem: SummaryProblem;
}

/** Keeps the first `max` problems by suite, place, case, target, variant and repeat. */
export function createProblemList(options: ProblemListOptions): ProblemList {
  const entries: Entry[] = [];
  let count = 0;
  return {
    add(row) {
      count += 1;
      const position = positionOf(row);
      let low = 0;
      let high = entries.length;
      const last = entries.at(-1);
      if (last && high >= options.max && options.compare(position, last.position) >= 0) return;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const entry = entries[middle];
        if (entry && options.compare(position, entry.position) > 0) low = middle + 1;
        else high = middle;
      }
      if (low >= options.max) return;
      entries.splice(low, 0, { position, problem: problemOf(row, options.thresholds) });
      if (entries.length > options.max) entries.pop();
    },
    get count() {
      return count;
    },
    list: () => entries.map(({ problem }) => problem),
  };
}
