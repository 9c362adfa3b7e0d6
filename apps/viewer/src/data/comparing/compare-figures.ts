import { ClusteredScores, type MeanWithInterval } from '../../figures/intervals.js';
import type { Pair } from './paired-rows.js';
import { stateOf } from '../index/row-state.js';
import type { RunIndex } from '../index/run-index.js';

/** What a comparison comes to, over the pairs that are scored on both sides. */
export interface CompareFigures {
  readonly a: MeanWithInterval;
  readonly b: MeanWithInterval;
  /** Mean of B minus A; undefined without a pair that is scored. */
  readonly difference: number | undefined;
  readonly worse: number;
  readonly better: number;
  /** Pairs without a score on a side. */
  readonly unscored: number;
  /** First repeats by numbers of states. */
  readonly statesA: readonly number[];
  readonly statesB: readonly number[];
}

/** Means are weighted by case; the cases of a conversation hang together. */
export function compareFigures(pairs: readonly Pair[], indexA: RunIndex, indexB: RunIndex): CompareFigures {
  const options = { slots: indexA.clusters, once: indexA.repeats === 1 && indexB.repeats === 1 };
  const [a, b] = [new ClusteredScores(options), new ClusteredScores(options)];
  const [statesA, statesB] = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]];
  let [worse, better, unscored] = [0, 0, 0];
  const count = (states: number[], state: number): void => void (states[state] = (states[state] ?? 0) + 1);
  for (const pair of pairs) {
    count(statesA, stateOf(indexA, pair.a));
    count(statesB, stateOf(indexB, pair.b));
    if (pair.difference === undefined || pair.scoreA === undefined || pair.scoreB === undefined) {
      unscored += 1;
      continue;
    }
    if (pair.difference < 0) worse += 1;
    if (pair.difference > 0) better += 1;
    const number = indexA.case[pair.a] ?? 0;
    const [cluster, alone] = [indexA.clusterOf(number), indexA.names.cases[number]?.conversation === undefined];
    const weight = indexA.names.cases[number]?.weight ?? 1;
    a.add(cluster, pair.scoreA, weight, alone);
    b.add(cluster, pair.scoreB, weight, alone);
  }
  const [meanA, meanB] = [a.end(), b.end()];
  const difference = meanA.mean === undefined || meanB.mean === undefined ? undefined : meanB.mean - meanA.mean;
  return { a: meanA, b: meanB, difference, worse, better, unscored, statesA, statesB };
}
