import { benjaminiHochberg } from '@assay/statistics';
import { compareCases } from './compare-cases.js';
import type { ComparedCase, ComparisonNumbers, UncomparedCase } from './comparison.js';
import { createFirstItems, type FirstItems } from './first-items.js';

export interface ComparisonAccumulatorOptions {
  /** Largest difference that counts as a tie. */
  readonly tie: number;
  /** Most cases of each list. */
  readonly maxCases: number;
}

/** Sums up the cases of two runs. */
export interface ComparisonAccumulator {
  /** Takes a case, with the chance of its difference before any correction. */
  compared(found: ComparedCase, incomplete: boolean): void;
  onlyInA(found: UncomparedCase): void;
  onlyInB(found: UncomparedCase): void;
  /** A case that lacks a score in A, in B, or in both. */
  unscored(found: UncomparedCase, inA: boolean, inB: boolean): void;
  result(): Omit<ComparisonNumbers, 'scoreA' | 'scoreB' | 'change' | 'measures'>;
}

/** Differences of sums of decimal fractions are off by less than this. */
const ROUNDING = 1e-9;

/** Differences that are equal but for rounding are equal here, so that their cases stand in the order of the files. */
function sizeRank({ difference }: ComparedCase): number {
  return Math.round(difference / ROUNDING);
}

const listOf = (items: FirstItems<UncomparedCase>) => ({ count: items.count, cases: items.list() });

/** The chances of all compared cases, corrected for how many they are. */
function correctChances(chances: ReadonlyMap<number, number>): (p: number) => number {
  const [values, counts] = [[...chances.keys()], [...chances.values()]];
  const corrected = new Map(benjaminiHochberg(values, counts).map((p, index) => [values[index], p]));
  return (p) => corrected.get(p) ?? 1;
}

/** Counts and lists of one suite on one pair of targets, or of all together. */
export function createComparisonAccumulator({ tie, maxCases }: ComparisonAccumulatorOptions): ComparisonAccumulator {
  const improvements = createFirstItems<ComparedCase>(maxCases, (a, b) => sizeRank(b) - sizeRank(a) || compareCases(a, b));
  const regressions = createFirstItems<ComparedCase>(maxCases, (a, b) => sizeRank(a) - sizeRank(b) || compareCases(a, b));
  const list = (): FirstItems<UncomparedCase> => createFirstItems<UncomparedCase>(maxCases, compareCases);
  const [onlyA, onlyB, unscored] = [list(), list(), list()];
  // How often each chance occurs: they are few, and mostly 1.
  const chances = new Map<number, number>();
  let [compared, ties, incompleteCases, unscoredInA, unscoredInB] = [0, 0, 0, 0, 0];
  return {
    compared(found, incomplete) {
      compared += 1;
      chances.set(found.p, (chances.get(found.p) ?? 0) + 1);
      if (incomplete) incompleteCases += 1;
      if (Math.abs(found.difference) <= tie + ROUNDING) ties += 1;
      else (found.difference > 0 ? improvements : regressions).add(found);
    },
    onlyInA: (found) => onlyA.add(found),
    onlyInB: (found) => onlyB.add(found),
    unscored(found, inA, inB) {
      unscored.add(found);
      if (inA) unscoredInA += 1;
      if (inB) unscoredInB += 1;
    },
    result() {
      const corrected = correctChances(chances);
      const changed = (cases: readonly ComparedCase[]): readonly ComparedCase[] => cases.map((found) => ({ ...found, p: corrected(found.p) }));
      return {
        compared,
        wins: improvements.count,
        losses: regressions.count,
        ties,
        incomplete: incompleteCases,
        regressions: changed(regressions.list()),
        improvements: changed(improvements.list()),
        onlyInA: listOf(onlyA),
        onlyInB: listOf(onlyB),
        unscored: { ...listOf(unscored), inA: unscoredInA, inB: unscoredInB },
      };
    },
  };
}
