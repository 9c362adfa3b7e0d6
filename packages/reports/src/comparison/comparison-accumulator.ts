import { createExactSum } from '../statistics/figures/exact-sum.js';
import { compareCases } from './compare-cases.js';
import type { ComparedCase, ComparisonNumbers, UncomparedCase } from './comparison.js';
import { createFirstItems, type FirstItems } from './first-items.js';
import { createPairedMean } from './paired-mean.js';

export interface ComparisonAccumulatorOptions {
  /** Largest difference that counts as a tie. */
  readonly tie: number;
  /** Most cases of each list. */
  readonly maxCases: number;
}

/** Sums up the cases of two runs. */
export interface ComparisonAccumulator {
  compared(found: ComparedCase, weight: number, incomplete: boolean): void;
  onlyInA(found: UncomparedCase): void;
  onlyInB(found: UncomparedCase): void;
  /** A case that lacks a score in A, in B, or in both. */
  unscored(found: UncomparedCase, inA: boolean, inB: boolean): void;
  result(): ComparisonNumbers;
}

/** Differences of sums of decimal fractions are off by less than this. */
const ROUNDING = 1e-9;

/** Differences that are equal but for rounding are equal here, so that their cases stand in the order of the files. */
function sizeRank({ difference }: ComparedCase): number {
  return Math.round(difference / ROUNDING);
}

/** Sums are rounded, so that the mean of ones may come out above 1. */
function ratio(sum: number, weight: number): number | null {
  return weight === 0 ? null : Math.min(1, sum / weight);
}

const listOf = (items: FirstItems<UncomparedCase>) => ({ count: items.count, cases: items.list() });

/** Counts, means and lists of one suite on one pair of targets, or of all together. */
export function createComparisonAccumulator({ tie, maxCases }: ComparisonAccumulatorOptions): ComparisonAccumulator {
  const [sumA, sumB, total, differences] = [createExactSum(), createExactSum(), createExactSum(), createPairedMean()];
  const improvements = createFirstItems<ComparedCase>(maxCases, (a, b) => sizeRank(b) - sizeRank(a) || compareCases(a, b));
  const regressions = createFirstItems<ComparedCase>(maxCases, (a, b) => sizeRank(a) - sizeRank(b) || compareCases(a, b));
  const list = (): FirstItems<UncomparedCase> => createFirstItems<UncomparedCase>(maxCases, compareCases);
  const [onlyA, onlyB, unscored] = [list(), list(), list()];
  let [compared, ties, incompleteCases, unscoredInA, unscoredInB] = [0, 0, 0, 0, 0];
  return {
    compared(found, weight, incomplete) {
      compared += 1;
      if (incomplete) incompleteCases += 1;
      if (Math.abs(found.difference) <= tie + ROUNDING) ties += 1;
      else (found.difference > 0 ? improvements : regressions).add(found);
      if (!(weight > 0)) return;
      sumA.add(weight * found.scoreA);
      sumB.add(weight * found.scoreB);
      total.add(weight);
      differences.add(JSON.stringify([found.suite, found.suitePath, found.caseId]), found.difference, weight);
    },
    onlyInA: (found) => onlyA.add(found),
    onlyInB: (found) => onlyB.add(found),
    unscored(found, inA, inB) {
      unscored.add(found);
      if (inA) unscoredInA += 1;
      if (inB) unscoredInB += 1;
    },
    result: () => ({
      compared,
      wins: improvements.count,
      losses: regressions.count,
      ties,
      incomplete: incompleteCases,
      scoreA: ratio(sumA.value(), total.value()),
      scoreB: ratio(sumB.value(), total.value()),
      meanDifference: differences.mean(),
      standardError: differences.standardError(),
      regressions: regressions.list(),
      improvements: improvements.list(),
      onlyInA: listOf(onlyA),
      onlyInB: listOf(onlyB),
      unscored: { ...listOf(unscored), inA: unscoredInA, inB: unscoredInB },
    }),
  };
}
