import { ClusteredScores, type MeanWithInterval } from '../../figures/intervals.js';
import type { Pair } from './paired-rows.js';
import { stateOf } from '../index/row-state.js';
import type { RunIndex } from '../index/run-index.js';

/** What a comparison comes to, over the pairs that are scored on both sides. */
export interface CompareFigures {
  readonly a: MeanWithInterval;
  readonly b: MeanWithInterval;
  /** Of B minus A, case by case. */
  readonly difference: MeanWithInterval;
  readonly worse: number;
  readonly better: number;
  /** Pairs without a score on a side. */
  readonly unscored: number;
  /** First repeats by numbers of states. */
  readonly statesA: readonly number[];
  readonly statesB: readonly number[];
}

/** Means are weighted by case; the cases of a conversation hang together. A weight that was changed between the runs favours neither. */
export function compareFigures(pairs: readonly Pair[], indexA: RunIndex, indexB: RunIndex): CompareFigures {
  const options = { slots: indexA.clusters, once: indexA.repeats === 1 && indexB.repeats === 1 };
  const [a, b, difference] = [new ClusteredScores(options), new ClusteredScores(options), new ClusteredScores({ ...options, low: -1 })];
  const [statesA, statesB] = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]];
  let [worse, better, unscored] = [0, 0, 0];
  const count = (states: number[], state: number): void => void (states[state] = (states[state] ?? 0) + 1);
  for (const pair of pairs) {
    count(statesA, stateOf(indexA, pair.a));
    count(statesB, stateOf(indexB, pair.b));
    const number = indexA.case[pair.a] ?? 0;
    const [cluster, alone] = [indexA.clusterOf(number), indexA.names.cases[number]?.conversation === undefined];
    const weight = (indexA.caseOf(pair.a).weight + indexB.caseOf(pair.b).weight) / 2;
    const known = pair.difference !== undefined;
    // What weighs nothing is in no mean, and what has no score tells what it weighs.
    a.add(cluster, known ? pair.scoreA ?? Number.NaN : Number.NaN, weight, alone);
    b.add(cluster, known ? pair.scoreB ?? Number.NaN : Number.NaN, weight, alone);
    difference.add(cluster, pair.difference ?? Number.NaN, weight, alone);
    if (pair.difference === undefined) unscored += 1;
    else if (pair.difference < 0) worse += 1;
    else if (pair.difference > 0) better += 1;
  }
  return { a: a.end(), b: b.end(), difference: difference.end(), worse, better, unscored, statesA, statesB };
}
