import type { Baseline, BaselineCase } from '@assay/schema';
import { benjaminiHochberg } from '@assay/statistics';
import { caseChance } from '../comparison/change/case-chance.js';
import { createExactSum } from '../statistics/figures/exact-sum.js';
import { comparedWeight } from './results/compared-weight.js';
import { createBaselineUnits, repliesOf, type BaselineUnits } from './baseline-units.js';
import { changeOf, compareChanges, directionOf, ROUNDING, SCORE_ROUNDING, scoredOf, type BaselineChange } from './results/baseline-change.js';
import type { CaseResult, GroupResults, ScoredResult } from './results/run-results.js';

/** What a run has to keep to. */
export interface BaselineGates {
  /** Largest drop of a case's score that is no regression, [0, 1]. */
  readonly tolerance: number;
  /** Largest drop of a suite's mean that passes, [0, 1]; undefined leaves the mean alone. */
  readonly maxDrop?: number | undefined;
}

/** One suite on one target, compared with its baseline. Lists are sorted: largest differences first, then by key. */
export interface BaselineGroupCheck {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  /** Cases with a score on both sides. */
  readonly compared: number;
  /** Compared cases that are neither better nor worse. */
  readonly same: number;
  /** What the mean is compared by. */
  readonly units: BaselineUnits;
  /** Worse, whatever the parts without a score would have been. */
  readonly regressed: readonly BaselineChange[];
  readonly improved: readonly BaselineChange[];
  /** Had a score, and have none now; or whether they are worse hangs on parts without a score. */
  readonly undecided: readonly BaselineChange[];
  /** Not in the baseline. */
  readonly added: readonly BaselineChange[];
  /** In the baseline, and not in the run. */
  readonly missing: readonly BaselineChange[];
  /** Without a score in the baseline: nothing to compare them with. */
  readonly unreferenced: readonly BaselineChange[];
  /** The suite's mean against `maxDrop`. */
  readonly drop: 'none' | 'failed' | 'undecided';
}

interface Drop {
  add(before: ScoredResult, found: CaseResult, weight: number): void;
  result(gates: BaselineGates): BaselineGroupCheck['drop'];
}

/** How far the worst and the best case of the mean would be from the baseline. */
function createDrop(): Drop {
  const [before, worst, best, total] = [createExactSum(), createExactSum(), createExactSum(), createExactSum()];
  return {
    add({ score }, { worst: low, best: high }, weight) {
      total.add(weight);
      before.add(weight * score);
      worst.add(weight * low.score);
      best.add(weight * high.score);
    },
    result({ maxDrop }) {
      const all = total.value();
      const isDrop = (sum: number): boolean => maxDrop !== undefined && all > 0 && (before.value() - sum) / all > maxDrop + ROUNDING;
      return isDrop(best.value()) ? 'failed' : isDrop(worst.value()) ? 'undecided' : 'none';
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

/** Corrects the chances of compared cases for how many they are. */
function correct(lists: Iterable<BaselineChange[]>, chances: ReadonlyMap<string, number>): void {
  const keys = [...chances.keys()];
  const corrected = new Map(benjaminiHochberg([...chances.values()]).map((p, index) => [keys[index], p]));
  for (const list of lists) {
    for (const [index, change] of list.entries()) {
      const p = corrected.get(change.key);
      if (p !== undefined) list[index] = { ...change, p };
    }
  }
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
  const [drop, units, chances] = [createDrop(), createBaselineUnits(results), new Map<string, number>()];
  let [compared, same] = [0, 0];
  for (const [key, found] of results.cases) {
    const entry = baseline.cases.get(key);
    const change = changeOf(key, entry, found);
    const before = scoredOf(entry);
    if (!entry) lists.added.push(change);
    else if (!before) {
      lists.unreferenced.push(change);
      units.plan(entry, found);
    } else {
      const kind = kindOf(before, found, gates.tolerance);
      drop.add(before, found, comparedWeight(entry, found));
      units.add(key, entry, found);
      if (found.result !== null) {
        compared += 1;
        chances.set(key, entry.scores === undefined && (entry.trials ?? 1) > 1 ? 1 : caseChance(repliesOf(entry), found.scores.flatMap((score) => score ?? []), SCORE_ROUNDING));
      }
      if (kind === 'same') same += 1;
      else if (kind === 'undecided' && found.result !== null) lists.undecided.push({ ...change, worst: found.worst.score });
      else lists[kind].push(change);
    }
  }
  const missing = missingCases(baseline.cases, results);
  correct([lists.regressed, lists.improved], chances);
  for (const list of Object.values(lists)) list.sort(compareChanges);
  return {
    suite: results.suite,
    suitePath: results.suitePath,
    target: results.target,
    compared,
    same,
    units,
    drop: drop.result(gates),
    ...lists,
    missing: missing.toSorted(compareChanges),
  };
}
