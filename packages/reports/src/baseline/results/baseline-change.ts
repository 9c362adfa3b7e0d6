import { isDeepStrictEqual } from 'node:util';
import type { Baseline, BaselineCase } from '@assay/schema';
import { compareNatural } from '../../statistics/natural-order.js';
import { baselineCaseOf } from './make-baseline.js';
import { compareVerdicts, type CaseResult, type ScoredResult } from './run-results.js';

/** One case in a baseline and in results that are compared with it. */
export interface BaselineChange {
  /** Id, with the label of the variant in brackets. */
  readonly key: string;
  /** Where the case stands; undefined when only the baseline has it. */
  readonly source?: string | undefined;
  /** Undefined when the baseline does not have the case. */
  readonly before?: BaselineCase | undefined;
  /** Undefined when the run does not have the case. */
  readonly after?: BaselineCase | undefined;
  /** Score now less score before, [-1, 1]; null unless both are scored. */
  readonly difference: number | null;
  /** Of a case that is open although it has a score: the score if everything unscored had been 0. */
  readonly worst?: number | undefined;
  /** Of a compared case: the chance of a difference at least as large, corrected for all that were compared (Benjamini and Hochberg). */
  readonly p?: number | undefined;
}

/** Differences of two scores with six decimals are off by less than this. */
export const ROUNDING = 1e-6;

/** Each of them is off by no more than this. */
export const SCORE_ROUNDING = ROUNDING / 2;

export function changeOf(key: string, before: BaselineCase | undefined, found: CaseResult | undefined): BaselineChange {
  const after = found && baselineCaseOf(found);
  const scored = typeof before?.score === 'number' && typeof after?.score === 'number';
  return {
    key,
    source: found?.source,
    before,
    after,
    difference: scored ? (after.score ?? 0) - (before.score ?? 0) : null,
  };
}

/** `worse` when the verdict is worse or the score lower by more than the tolerance; `better` the other way round. */
export type Direction = 'worse' | 'same' | 'better';

/** Which way a result moved. A worse verdict with a higher score is worse, and the other way round. */
export function directionOf(before: ScoredResult, after: ScoredResult, tolerance: number): Direction {
  const difference = after.score - before.score;
  const verdict = compareVerdicts(after.verdict, before.verdict);
  if (verdict < 0 || difference < -tolerance - ROUNDING) return 'worse';
  return verdict > 0 || difference > tolerance + ROUNDING ? 'better' : 'same';
}

/** Orders changes by the size of their difference, largest first; equal ones by key. */
export function compareChanges(a: BaselineChange, b: BaselineChange): number {
  const size = ({ difference }: BaselineChange): number => Math.round(Math.abs(difference ?? 0) / ROUNDING);
  return size(b) - size(a) || compareNatural(a.key, b.key);
}

/** Both fields of a case, or undefined when it is unscored. */
export function scoredOf(found: BaselineCase | undefined): ScoredResult | undefined {
  if (!found || found.score === null) return undefined;
  return { score: found.score, verdict: found.verdict };
}

/** What saving changes in a baseline. */
export interface BaselineUpdate {
  readonly added: readonly BaselineChange[];
  readonly removed: readonly BaselineChange[];
  readonly worse: readonly BaselineChange[];
  readonly better: readonly BaselineChange[];
  /** Cases that lost or got their score, or whose weight or repeats changed. */
  readonly other: readonly BaselineChange[];
  readonly unchanged: number;
}

function sameCase(a: BaselineCase, b: BaselineCase): boolean {
  return isDeepStrictEqual(a, b);
}

/**
 * What changes from one baseline to the next, without any tolerance.
 * @param sources where cases stand, by key.
 */
export function updateOf(previous: Baseline | undefined, next: Baseline, sources: ReadonlyMap<string, CaseResult>): BaselineUpdate {
  const lists = { added: [], removed: [], worse: [], better: [], other: [] } as Record<
    Exclude<keyof BaselineUpdate, 'unchanged'>,
    BaselineChange[]
  >;
  let unchanged = 0;
  for (const [key, after] of next.cases) {
    const before = previous?.cases.get(key);
    const [was, is] = [scoredOf(before), scoredOf(after)];
    const change: BaselineChange = {
      key,
      source: sources.get(key)?.source,
      before,
      after,
      difference: was && is ? is.score - was.score : null,
    };
    if (!before) lists.added.push(change);
    else if (sameCase(before, after)) unchanged += 1;
    else {
      const direction = was && is ? directionOf(was, is, 0) : 'same';
      lists[direction === 'same' ? 'other' : direction].push(change);
    }
  }
  for (const [key, before] of previous?.cases ?? []) {
    if (!next.cases.has(key)) lists.removed.push({ key, before, difference: null });
  }
  for (const list of Object.values(lists)) list.sort(compareChanges);
  return { ...lists, unchanged };
}
