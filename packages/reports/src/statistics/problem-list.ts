import type { ResultRow, SummaryProblem, VerdictThresholds } from '@assay/schema';
import { compareVariants } from './compare-variants.js';
import { compareNatural, comparePlaces, parsePlace, type Place } from './natural-order.js';
import { problemOf } from './problem-of.js';

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
  readonly compareSuites: (a: string, b: string) => number;
  readonly compareTargets: (a: string, b: string) => number;
}

interface Entry {
  readonly place: Place;
  readonly trialKey: string;
  readonly problem: SummaryProblem;
}

function compareRowToEntry(row: ResultRow, place: Place, entry: Entry, options: ProblemListOptions): number {
  const { problem } = entry;
  return (
    options.compareSuites(row.suite, problem.suite) ||
    comparePlaces(place, entry.place) ||
    compareNatural(row.caseId, problem.caseId) ||
    options.compareTargets(row.target, problem.target) ||
    compareVariants(row.variant.label, problem.variant) ||
    row.repeat - problem.repeat ||
    compareNatural(row.trialKey, entry.trialKey)
  );
}

/** Keeps the first `max` problems by suite, place, case, target, variant and repeat. */
export function createProblemList(options: ProblemListOptions): ProblemList {
  const entries: Entry[] = [];
  let count = 0;
  return {
    add(row) {
      count += 1;
      const place = parsePlace(row.source);
      let low = 0;
      let high = entries.length;
      const last = entries.at(-1);
      if (last && high >= options.max && compareRowToEntry(row, place, last, options) >= 0) return;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const entry = entries[middle];
        if (entry && compareRowToEntry(row, place, entry, options) > 0) low = middle + 1;
        else high = middle;
      }
      if (low >= options.max) return;
      entries.splice(low, 0, { place, trialKey: row.trialKey, problem: problemOf(row, options.thresholds) });
      if (entries.length > options.max) entries.pop();
    },
    get count() {
      return count;
    },
    list: () => entries.map(({ problem }) => problem),
  };
}
