import { NOTHING_TO_SCORE } from '@assay/schema';
import { ClusteredScores, MOST_CLUSTERS, pooledMean, type MeanWithInterval } from '../../figures/intervals.js';
import { NONE, type RunIndex } from '../index/run-index.js';

/** Groups beyond these have fewer clusters each: there may be thousands of them. */
const MOST_LARGE = 64;
const FEW_CLUSTERS = 256;

/**
 * The mean of rows as the list of runs has it: that of each suite on each target, in each variant, weighted by case; and of these the mean, weighted
 * by their scored replies, since weights of cases mean something within a suite only.
 */
export class GroupedMeans {
  readonly #index: RunIndex;
  readonly #mostClusters: number;
  readonly #groups = new Map<number, { readonly suite: number; readonly scores: ClusteredScores }>();
  #last: { readonly key: number; readonly scores: ClusteredScores } | undefined;

  readonly #weighted: boolean;

  /** @param weighted whether cases weigh what their suite says; otherwise every reply counts the same @param mostClusters of a group that are kept apart */
  constructor(index: RunIndex, { weighted = true, mostClusters = MOST_CLUSTERS }: { readonly weighted?: boolean; readonly mostClusters?: number } = {}) {
    this.#index = index;
    this.#weighted = weighted;
    this.#mostClusters = mostClusters;
  }

  /** @param score NaN when it is unscored */
  add(position: number, score: number): void {
    const index = this.#index;
    const number = index.case[position] ?? 0;
    const one = index.names.cases[number];
    // What nothing scores has no weight that is missing.
    if (one === undefined || (Number.isNaN(score) && index.names.errors[index.error[position] ?? NONE] === NOTHING_TO_SCORE)) return;
    const key = (one.suite * index.names.targets.length + (index.target[position] ?? 0)) * index.names.variants.length + (index.variant[position] ?? 0);
    this.#scoresOf(key, one.suite).add(index.clusterOf(number), score, this.#weighted ? one.weight : 1, one.conversation === undefined);
  }

  end(): MeanWithInterval {
    return pooledMean([...this.#groups.values()].map(({ suite, scores }) => ({ ...scores.end(), weight: scores.scored, of: suite })));
  }

  /** Most rows are of the group of the row before them. */
  #scoresOf(key: number, suite: number): ClusteredScores {
    if (this.#last?.key === key) return this.#last.scores;
    let group = this.#groups.get(key);
    if (group === undefined) {
      const most = this.#groups.size < MOST_LARGE ? this.#mostClusters : FEW_CLUSTERS;
      group = { suite, scores: new ClusteredScores({ slots: Math.min(most, this.#index.clusters), once: this.#index.repeats === 1 }) };
      this.#groups.set(key, group);
    }
    this.#last = { key, scores: group.scores };
    return group.scores;
  }
}
