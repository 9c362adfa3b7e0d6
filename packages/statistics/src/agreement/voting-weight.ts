import { requireCount, requireWithin } from '../checks/require-number.js';
import { requireObject } from '../checks/require-shape.js';

/** How often a voter was right, on labels of two kinds. */
export interface VoterCounts {
  /** Of `trueLabels`, those that it passed; need not be whole. */
  readonly truePassed: number;
  readonly trueLabels: number;
  /** Of `falseLabels`, those that it did not pass; need not be whole. */
  readonly falseFailed: number;
  readonly falseLabels: number;
}

/** The rule of succession (Laplace 1774): one label of each outcome is taken for granted. */
function succession(right: number, labels: number): number {
  return (right + 1) / (labels + 2);
}

/**
 * The weight of a vote: ln(p / (1 − p)), with which voters that err independently are right most often together (Nitzan and Paroush,
 * Optimal decision rules in uncertain dichotomous choice situations, 1982). p is the balanced accuracy, the mean of the two rates of being
 * right, so that it does not depend on how many labels are of which kind; each rate by the rule of succession, so that few labels
 * give smaller weights than many of the same rate, and none that is infinite.
 * @returns 0 for a voter that knows nothing, less for one that is rather wrong than right
 * @throws {RangeError} for other arguments: labels that are no whole numbers of at least 0, more right than there are labels
 */
export function votingWeight(counts: VoterCounts): number {
  requireObject('counts', counts);
  const { truePassed, trueLabels, falseFailed, falseLabels } = counts;
  requireCount('trueLabels', trueLabels, 0);
  requireCount('falseLabels', falseLabels, 0);
  requireWithin('truePassed', truePassed, 0, trueLabels);
  requireWithin('falseFailed', falseFailed, 0, falseLabels);
  const right = (succession(truePassed, trueLabels) + succession(falseFailed, falseLabels)) / 2;
  return Math.log(right / (1 - right));
}
