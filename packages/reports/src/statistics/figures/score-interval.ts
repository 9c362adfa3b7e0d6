import type { ResultRow, ScoreInterval } from '@assay/schema';
import { clopperPearson, gaffkeRatio } from '@assay/statistics';
import { createClusters, type Clusters } from './clusters.js';

/** The interval of the mean of a stream of scores. */
export interface ScoreIntervalBuilder {
  /** Rows without a score too: what they weigh is known, and no sample of the others tells how heavy a case can be. */
  add(row: Pick<ResultRow, 'score' | 'caseWeight' | 'caseId' | 'conversationId'>): void;
  /**
   * Undefined while nothing with a weight has a score.
   * @param triedOnce whether no case was tried more than once; undefined where nobody else counts that
   */
  value(triedOnce?: boolean): ScoreInterval | undefined;
}

const LEVEL = 0.95;
/** Ends are rounded outwards to so many parts of 1, far below what they tell. */
const PARTS = 1e9;
/** Weights beyond these count as if they were these, so that sums of them are numbers. */
const [LEAST_WEIGHT, LARGEST_WEIGHT] = [1e-300, 1e300];

/** Those with a score, in an order that does not depend on that of the rows, and the largest weight of all, were everything scored. */
function sumsAndWeights(clusters: Clusters): { sums: number[]; weights: number[]; largestWeight: number } {
  const all = clusters.list();
  const scored = all.filter(([weight = 0]) => weight > 0);
  return {
    sums: scored.map(([, sum = 0]) => sum),
    weights: scored.map(([weight = 0]) => weight),
    largestWeight: all.reduce((most, [, , planned = 0]) => Math.max(most, planned), 0),
  };
}

/**
 * The interval of the weighted mean of a group's scores, in memory that does not grow with trials. Trials of a case, and the cases of a
 * conversation, are one observation, since they depend on each other; so any number of these may be put together into one, and the interval
 * stays right: that is what happens to more than `MOST_CLUSTERS`.
 */
export function createScoreInterval(): ScoreIntervalBuilder {
  const clusters = createClusters();
  let [rows, scored, ones, first, firstScored] = [0, 0, 0, 0, 0];
  let [onlyVerdicts, sameWeights, weighted, alone] = [true, true, false, true];
  return {
    add({ score, caseWeight, caseId, conversationId }) {
      if (!(caseWeight > 0)) return;
      const weight = Math.min(LARGEST_WEIGHT, Math.max(LEAST_WEIGHT, caseWeight));
      if (rows === 0) first = weight;
      rows += 1;
      sameWeights &&= weight === first;
      // Also where it has no score: a conversation weighs as much as its turns do together.
      alone &&= conversationId === undefined;
      clusters.add(conversationId === undefined ? `case ${caseId}` : `conversation ${conversationId}`, score === null ? [0, 0, weight] : [weight, weight * score, weight]);
      if (score === null) return;
      if (scored === 0) firstScored = weight;
      weighted ||= weight !== firstScored;
      scored += 1;
      if (score === 1) ones += 1;
      onlyVerdicts &&= score === 0 || score === 1;
    },
    value(triedOnce) {
      if (scored === 0) return undefined;
      const isRate = onlyVerdicts && sameWeights && alone && (triedOnce ?? clusters.count() === rows);
      // Not looked through for a rate, which most are: a run of thousands of cases has two of them.
      const spread = isRate ? undefined : sumsAndWeights(clusters);
      const { low, high } = spread ? gaffkeRatio(spread.sums, spread.weights, { level: LEVEL, largestWeight: spread.largestWeight }) : clopperPearson(ones, scored, LEVEL);
      return {
        low: Math.max(0, Math.floor(low * PARTS) / PARTS),
        high: Math.min(1, Math.ceil(high * PARTS) / PARTS),
        level: LEVEL,
        clusters: spread ? spread.sums.length : scored,
        method: spread ? 'gaffke' : 'clopper_pearson',
        ...(weighted ? { weighted } : {}),
      };
    },
  };
}
