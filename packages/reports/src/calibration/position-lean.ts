import type { ResultRow, VerdictLean } from '@assay/schema';
import { gaffkeRatio } from '@assay/statistics';
import { clusterOf } from '../statistics/figures/cluster-of.js';
import { votesIn } from './judge-votes.js';
import { LEVEL } from './labelled-figures.js';

/** How a vote on two replies says which of them this one was. */
const SHOWN = /^\(shown (first|second)\)/u;

/** Each of the two replies has the vote in its row. */
const OF_TWO = 1 / 2;

/** How far judges that compare replies prefer the one that they are shown first. */
export interface PositionLean {
  add(row: ResultRow): void;
  /** Empty without comparisons. */
  value(): readonly VerdictLean[];
}

/**
 * Collects votes of comparisons. Each pair is judged in both orders, so a judge that looks at the replies alone prefers the first as often as the second:
 * no labels are needed to see that one does not.
 */
export function createPositionLean(): PositionLean {
  const clusters = new Map<string, { sum: number; votes: number }>();
  return {
    add(row) {
      for (const { score, reflection = '' } of row.evaluators.flatMap(votesIn)) {
        const place = SHOWN.exec(reflection)?.[1];
        if (place === undefined || score === null) continue;
        const cluster = clusters.get(clusterOf(row)) ?? { sum: 0, votes: 0 };
        clusters.set(clusterOf(row), cluster);
        cluster.sum += OF_TWO * (place === 'first' ? 2 * score - 1 : 1 - 2 * score);
        cluster.votes += OF_TWO;
      }
    },
    value() {
      if (clusters.size === 0) return [];
      const [sums, weights] = [[...clusters.values()].map(({ sum }) => sum), [...clusters.values()].map(({ votes }) => votes)];
      const votes = weights.reduce((sum, count) => sum + count, 0);
      const { low, high } = gaffkeRatio(sums, weights, { low: -1, high: 1, level: LEVEL });
      return [{ kind: 'position', part: 'shown first', lean: { value: sums.reduce((all, sum) => all + sum, 0) / votes, low, high, labels: Math.ceil(votes) } }];
    },
  };
}
