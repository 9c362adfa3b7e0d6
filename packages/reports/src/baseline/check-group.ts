import type { Baseline, BaselineCase } from '@assay/schema';
import { createPairedMean } from '../comparison/paired-mean.js';
import { createExactSum } from '../statistics/figures/exact-sum.js';
import { changeOf, compareChanges, directionOf, ROUNDING, scoredOf, type BaselineChange } from './baseline-change.js';
import type { CaseResult, GroupResults, ScoredResult } from './run-results.js';

/** What a run has to keep to. */
export interface BaselineGates {
  /** Largest drop of a case's score that is no regression, [0, 1]. */
  readonly tolerance: number;
  /** Largest drop of a suite's mean that passes, [0, 1]; undefined leaves the mean alone. */
  readonly maxDrop?: number | undefined;
}

/** One suite on one target, held against its baseline. Lists are sorted: largest differences first, then by key. */
export interface BaselineGroupCheck {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  /** Cases with a score on both sides. */
  readonly compared: number;
  /** Compared cases that are neither better nor worse. */
  readonly same: number;
  /** Means of the compared cases, weighted by case; null without any of a weight above 0. */
  readonly scoreBefore: number | null;
  readonly scoreAfter: number | null;
  readonly meanDifference: number | null;
  /** Standard error of that mean; null with fewer than two compared cases. */
  readonly standardError: number | null;
  /** Worse, whatever the parts without a score would have been. */
  readonly regressed: readonly BaselineChange[];
  readonly improved: readonly BaselineChange[];
  /** Had a score, and have none now; or whether they are worse hangs on parts without a score. */
  readonly undecided: readonly BaselineChange[];
  /** Not in the baseline. */
  readonly added: readonly BaselineChange[];
  /** In the baseline, and not in the run. */
  readonly missing: readonly BaselineChange[];
  /** Without a score in the baseline: nothing to hold them against. */
  readonly unreferenced: readonly BaselineChange[];
  /** The suite's mean against `maxDrop`. */
  readonly drop: 'none' | 'failed' | 'undecided';
}

interface Means {
  add(key: string, before: ScoredResult, found: CaseResult): void;
  result(gates: BaselineGates): Pick<BaselineGroupCheck, 'scoreBefore' | 'scoreAfter' | 'meanDifference' | 'standardError' | 'drop'>;
}

/** Means of the compared cases, and how far the worst and the best case would be from the baseline. */
function createMeans(): Means {
  const [before, after, worst, best, total] = [createExactSum(), createExactSum(), createExactSum(), createExactSum(), createExactSum()];
  const [scored, differences] = [createExactSum(), createPairedMean()];
  const beforeScored = createExactSum();
  const ratio = (sum: number, weight: number): number | null => (weight > 0 ? Math.min(1, sum / weight) : null);
  return {
    add(key, { score }, { weight, result, worst: low, best: high }) {
      total.add(weight);
      before.add(weight * score);
      worst.add(weight * low.score);
      best.add(weight * high.score);
      if (result === null) return;
      scored.add(weight);
      beforeScored.add(weight * score);
      after.add(weight * result.score);
      differences.add(key, result.score - score, weight);
    },
    result({ maxDrop }) {
      const [all, part] = [total.value(), scored.value()];
      const dropOf = (sum: number): boolean =>
        maxDrop !== undefined && all > 0 && (before.value() - sum) / all > maxDrop + ROUNDING;
      return {
        scoreBefore: ratio(beforeScored.value(), part),
        scoreAfter: ratio(after.value(), part),
        meanDifference: differences.mean(),
        standardError: differences.standardError(),
        drop: dropOf(best.value()) ? 'failed' : dropOf(worst.value()) ? 'undecided' : 'none',
      };
    },
  };
}

type Kind = 'regressed' | 'improved' | 'same' | 'undecided';

/**
 * A case is worse only if that is certain: its best case has to be worse as well. Otherwise it is
 * undecided, as it is when its worst case is worse.
 */
function kindOf(before: ScoredResult, { result, worst, best }: CaseResult, tolerance: number): Kind {
  if (directionOf(before, best, tolerance) === 'worse') return 'regressed';
  if (result === null || directionOf(before, worst, tolerance) === 'worse') return 'undecided';
  return directionOf(before, result, tolerance) === 'better' ? 'improved' : 'same';
}

function missingCases(cases: ReadonlyMap<string, BaselineCase>, results: GroupResults): readonly BaselineChange[] {
  return [...cases].flatMap(([key, before]) => (results.cases.has(key) ? [] : [changeOf(key, before, undefined)]));
}

/** Holds the results of one suite on one target against their baseline, case by case. */
export function checkGroup(baseline: Baseline, results: GroupResults, gates: BaselineGates): BaselineGroupCheck {
  const lists: Record<'regressed' | 'improved' | 'undecided' | 'added' | 'unreferenced', BaselineChange[]> = {
    regressed: [],
    improved: [],
    undecided: [],
    added: [],
    unreferenced: [],
  };
  const means = createMeans();
  let [compared, same] = [0, 0];
  for (const [key, found] of results.cases) {
    const entry = baseline.cases.get(key);
    const change = changeOf(key, entry, found);
    const before = scoredOf(entry);
    if (!entry) lists.added.push(change);
    else if (!before) lists.unreferenced.push(change);
    else {
      const kind = kindOf(before, found, gates.tolerance);
      means.add(key, before, found);
      if (found.result !== null) compared += 1;
      if (kind === 'same') same += 1;
      else if (kind === 'undecided' && found.result !== null) lists.undecided.push({ ...change, worst: found.worst.score });
      else lists[kind].push(change);
    }
  }
  const missing = missingCases(baseline.cases, results);
  for (const list of Object.values(lists)) list.sort(compareChanges);
  return {
    suite: results.suite,
    suitePath: results.suitePath,
    target: results.target,
    compared,
    same,
    ...means.result(gates),
    ...lists,
    missing: missing.toSorted(compareChanges),
  };
}
