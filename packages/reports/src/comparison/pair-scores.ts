import { createExactSum } from '../statistics/figures/exact-sum.js';
import type { CaseScores } from './run-scores.js';

type Repeats = CaseScores['repeats'];

/** The scores of one case in two runs. */
export interface ScorePair {
  /** Mean over repeats, [0, 1]; null without a scored one. */
  readonly scoreA: number | null;
  readonly scoreB: number | null;
  /** True if a repeat has no score although another one of the same run has. */
  readonly incomplete: boolean;
}

function mean(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  const sum = createExactSum();
  for (const score of scores) sum.add(score);
  return sum.value() / scores.length;
}

function scored(repeats: Repeats, wanted: (repeat: number) => boolean = () => true): readonly number[] {
  const found: number[] = [];
  for (const [repeat, score] of repeats) if (score !== null && wanted(repeat)) found.push(score);
  return found;
}

function sameRepeats(a: Repeats, b: Repeats): boolean {
  return a.size === b.size && [...a.keys()].every((repeat) => b.has(repeat));
}

/**
 * Scores of a case in two runs, over its repeats. If both runs have the same repeats, those that
 * are scored in both count, so that like is held against like; otherwise, or if no repeat is
 * scored in both, every scored repeat of either run does.
 */
export function pairScores(a: Repeats, b: Repeats): ScorePair {
  const [allA, allB] = [scored(a), scored(b)];
  const incomplete =
    (allA.length > 0 && allA.length < a.size) || (allB.length > 0 && allB.length < b.size);
  if (incomplete && sameRepeats(a, b)) {
    const inBoth = (repeat: number): boolean => typeof a.get(repeat) === 'number' && typeof b.get(repeat) === 'number';
    const paired = scored(a, inBoth);
    if (paired.length > 0) return { scoreA: mean(paired), scoreB: mean(scored(b, inBoth)), incomplete };
  }
  return { scoreA: mean(allA), scoreB: mean(allB), incomplete };
}
