import { requireBetween, requireCount, requireWithin } from '../checks/require-number.js';
import { requireObject } from '../checks/require-shape.js';
import { DEFAULT_LEVEL } from '../intervals/interval.js';
import { studentQuantile } from '../special/student.js';
import { freeLikelihood, profileLikelihood, type JudgedCounts } from './judged-likelihood.js';

export type { JudgedCounts };

export interface CorrectedRate {
  /** (judged rate + TNR − 1) / (TPR + TNR − 1), clipped to [0, 1]; null where the judge cannot be corrected. */
  readonly estimate: number | null;
  /** All true rates that the counts do not speak against; [0, 1] where they speak against none. */
  readonly low: number;
  readonly high: number;
  /** False where TPR + TNR − 1 may be 0: such a judge may say the same of passes and fails, and nothing follows from what it says. */
  readonly correctable: boolean;
  /**
   * True where no true rate explains the counts: the judge passed more than it would of passes alone, or less than of fails alone, so it errs otherwise
   * here. The rates above are then those that the counts speak against least.
   */
  readonly contradicted?: true;
}

/** Steps of the search for the ends of the set. */
const GRID = 200;

function checkCounts(counts: JudgedCounts): void {
  requireObject('counts', counts);
  const { passed, verdicts, truePassed, trueLabels, falseFailed, falseLabels } = counts;
  requireCount('verdicts', verdicts, 1);
  requireCount('trueLabels', trueLabels, 0);
  requireCount('falseLabels', falseLabels, 0);
  requireWithin('passed', passed, 0, verdicts);
  requireWithin('truePassed', truePassed, 0, trueLabels);
  requireWithin('falseFailed', falseFailed, 0, falseLabels);
}

/** Whether the labels speak against a judge that passes true passes and true fails alike. */
function tellsApart({ truePassed, trueLabels, falseFailed, falseLabels }: JudgedCounts, threshold: number): boolean {
  if (trueLabels === 0 || falseLabels === 0) return false;
  if (truePassed / trueLabels + falseFailed / falseLabels <= 1) return false;
  const labelled = { truePassed: 0, trueLabels: 0, falseFailed: 0, falseLabels: 0 };
  const apart =
    freeLikelihood({ ...labelled, passed: truePassed, verdicts: trueLabels }) +
    freeLikelihood({ ...labelled, passed: falseLabels - falseFailed, verdicts: falseLabels });
  const same = freeLikelihood({ ...labelled, passed: truePassed + falseLabels - falseFailed, verdicts: trueLabels + falseLabels });
  return 2 * (apart - same) > threshold;
}

/**
 * The true rate of passes behind the verdicts of a judge that errs (Rogan and Gladen 1978), for a judge that errs here as it did on the
 * labelled items. The interval holds every rate for which the likelihood of all counts, at its largest over the judge's rates, is not too far
 * below the largest of all (the likelihood-ratio test inverted, with the limit of Student's t for so many labels): right also for few labels and rates near 0 and 1, where the formula for a
 * standard error is not.
 * @param counts of independent items
 * @param level in (0, 1); 0.95 unless given
 * @throws {RangeError} for other arguments, and counts that cannot be
 */
export function roganGladen(counts: JudgedCounts, level = DEFAULT_LEVEL): CorrectedRate {
  checkCounts(counts);
  requireBetween('level', level, 0, 1);
  // Student's law instead of the normal one: the labels are few, and the plain limit misses too often for some dozens of them.
  const degrees = Math.max(1, counts.trueLabels + counts.falseLabels - 2);
  const threshold = studentQuantile((1 + level) / 2, degrees) ** 2;
  const correctable = tellsApart(counts, threshold);
  const youden = counts.truePassed / counts.trueLabels + counts.falseFailed / counts.falseLabels - 1;
  const exact = (counts.passed / counts.verdicts + counts.falseFailed / counts.falseLabels - 1) / youden;
  const clipped = Math.min(1, Math.max(0, exact));
  const at = (rate: number): number => profileLikelihood(counts, rate);
  const grid = Array.from({ length: GRID + 1 }, (_, index) => at(index / GRID));
  const best = Math.max(...grid, Number.isNaN(clipped) ? Number.NEGATIVE_INFINITY : at(clipped));
  const contradicted = 2 * (freeLikelihood(counts) - best) > threshold;
  const inside = (likelihood: number): boolean => 2 * (best - likelihood) <= threshold;
  const centre = Number.isNaN(clipped) ? grid.indexOf(best) / GRID : clipped;
  const end = (direction: 1 | -1): number => {
    const limit = direction === 1 ? 1 : 0;
    if (inside(at(limit))) return limit;
    // From the far end inwards, so that a set in parts is covered as a whole.
    let outside = limit;
    let within = centre;
    for (let step = GRID; step >= 0; step -= 1) {
      const rate = direction === 1 ? step / GRID : 1 - step / GRID;
      if (direction * (rate - centre) <= 0) break;
      if (inside(grid[Math.round(rate * GRID)] ?? 0)) {
        within = rate;
        break;
      }
      outside = rate;
    }
    for (let step = 0; step < 50; step += 1) {
      const middle = (outside + within) / 2;
      if (inside(at(middle))) within = middle;
      else outside = middle;
    }
    return outside;
  };
  return { estimate: correctable ? clipped : null, low: end(-1), high: end(1), correctable, ...(contradicted ? { contradicted } : {}) };
}
