import { refuse } from '../checks/require-number.js';
import { requireArray } from '../checks/require-shape.js';

/** Variances in units of the squared score; null where the data do not show one. */
export interface VarianceParts {
  /** Between cases: some are harder. Needs two cases, and one with several values. */
  readonly case: number | null;
  /** Between repeats of a case: the target answers anew. With one judgement each, the judges' noise is in it. */
  readonly repeat: number | null;
  /** Between judgements of one reply. */
  readonly judge: number | null;
}

interface Sums {
  cases: number;
  repeats: number;
  values: number;
  /** Σ over cases of Σ nᵢⱼ² / nᵢ */
  inCases: number;
  /** Σ nᵢⱼ² */
  repeatSquares: number;
  /** Σ nᵢ² */
  caseSquares: number;
  betweenCases: number;
  betweenRepeats: number;
  within: number;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function addUp(cases: readonly (readonly (readonly number[])[])[]): Sums {
  const grand = meanOf(cases.flat(2));
  const sums: Sums = { cases: 0, repeats: 0, values: 0, inCases: 0, repeatSquares: 0, caseSquares: 0, betweenCases: 0, betweenRepeats: 0, within: 0 };
  for (const repeats of cases) {
    const all = repeats.flat();
    if (all.length === 0) continue;
    const caseMean = meanOf(all);
    let squares = 0;
    sums.cases += 1;
    sums.values += all.length;
    sums.caseSquares += all.length ** 2;
    sums.betweenCases += all.length * (caseMean - grand) ** 2;
    for (const values of repeats) {
      if (values.length === 0) continue;
      const mean = meanOf(values);
      sums.repeats += 1;
      squares += values.length ** 2;
      sums.betweenRepeats += values.length * (mean - caseMean) ** 2;
      for (const value of values) sums.within += (value - mean) ** 2;
    }
    sums.inCases += squares / all.length;
    sums.repeatSquares += squares;
  }
  return sums;
}

/**
 * How much of the variance comes from the cases, the repeats and the judges: the analysis of variance for nested data that may be unbalanced
 * (Searle, Casella and McCulloch, Variance Components, 1992, chapter 5). Estimates below 0, which chance brings about, are 0.
 * @param cases of each case the repeats, and of each repeat the scores of its judgements (one where there is one judge); empty ones count for
 *   nothing
 * @throws {RangeError} for other arguments: a score that is no finite number
 */
export function varianceParts(cases: readonly (readonly (readonly number[])[])[]): VarianceParts {
  requireArray('cases', cases);
  for (const repeats of cases) {
    requireArray('a case', repeats);
    for (const values of repeats) {
      requireArray('a repeat', values);
      for (const value of values) if (!Number.isFinite(value)) refuse('a score', value, 'finite numbers');
    }
  }
  const sums = addUp(cases);
  const judgeDegrees = sums.values - sums.repeats;
  const repeatDegrees = sums.repeats - sums.cases;
  const caseDegrees = sums.cases - 1;
  const judge = judgeDegrees > 0 ? sums.within / judgeDegrees : null;
  let repeat: number | null = null;
  if (repeatDegrees > 0) {
    const size = (sums.values - sums.inCases) / repeatDegrees;
    repeat = (sums.betweenRepeats / repeatDegrees - (judge ?? 0)) / size;
  }
  let ofCases: number | null = null;
  if (caseDegrees > 0 && (judge !== null || repeat !== null)) {
    const repeatSize = (sums.inCases - sums.repeatSquares / sums.values) / caseDegrees;
    const caseSize = (sums.values - sums.caseSquares / sums.values) / caseDegrees;
    ofCases = (sums.betweenCases / caseDegrees - (judge ?? 0) - repeatSize * (repeat ?? 0)) / caseSize;
  }
  const shown = (part: number | null): number | null => (part === null ? null : Math.max(0, part));
  return { case: shown(ofCases), repeat: shown(repeat), judge };
}
