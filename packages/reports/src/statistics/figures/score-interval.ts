import type { ResultRow, ScoreInterval } from '@assay/schema';
import { clopperPearson, gaffkeRatio } from '@assay/statistics';
import { addExactly, exactValue } from './exact-sum.js';

/** The interval of the mean of a stream of scores. */
export interface ScoreIntervalBuilder {
  add(row: Pick<ResultRow, 'score' | 'caseWeight' | 'caseId' | 'conversationId'>): void;
  /**
   * Undefined while nothing with a weight has a score.
   * @param triedOnce whether no case was tried more than once; undefined where nobody else counts that
   */
  value(triedOnce?: boolean): ScoreInterval | undefined;
}

/** So many cases or conversations are kept apart; more are put together, in as many groups, by a hash of their names. */
export const MOST_CLUSTERS = 4096;

const LEVEL = 0.95;
/** Ends are rounded outwards to so many parts of 1, far below what they tell. */
const PARTS = 1e9;
/** Weights beyond these count as if they were these, so that sums of them are numbers. */
const [LEAST_WEIGHT, LARGEST_WEIGHT] = [1e-300, 1e300];

/** Where a cluster goes when there are too many of them: FNV-1a, mixed so that names that count up spread as well. */
function slotOf(name: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % MOST_CLUSTERS;
}

/** Σ w·s and Σ w of a cluster, exact, so that the order of the rows does not matter. */
interface Cluster {
  readonly sum: number[];
  readonly weight: number[];
}

interface Clusters {
  add(name: string, sum: number, weight: number): void;
  list(): readonly Cluster[];
}

function createClusters(): Clusters {
  let named: Map<string, Cluster> | undefined = new Map();
  const crowded: (Cluster | undefined)[] = [];
  const crowd = (name: string): Cluster => (crowded[slotOf(name)] ??= { sum: [], weight: [] });
  const find = (name: string): Cluster => {
    const known = named?.get(name);
    if (known !== undefined) return known;
    if (named !== undefined && named.size < MOST_CLUSTERS) {
      const cluster = { sum: [], weight: [] };
      named.set(name, cluster);
      return cluster;
    }
    for (const [of, { sum, weight }] of named ?? []) {
      const into = crowd(of);
      for (const part of sum) addExactly(into.sum, part);
      for (const part of weight) addExactly(into.weight, part);
    }
    named = undefined;
    return crowd(name);
  };
  return {
    add(name, sum, weight) {
      const cluster = find(name);
      addExactly(cluster.sum, sum);
      addExactly(cluster.weight, weight);
    },
    list: () => (named === undefined ? crowded.filter((cluster) => cluster !== undefined) : [...named.values()]),
  };
}

/** In an order that does not depend on that of the rows. */
function sortedClusters(clusters: Clusters): { sums: number[]; weights: number[] } {
  const pairs = clusters
    .list()
    .map(({ sum, weight }): readonly [number, number] => [exactValue(sum), exactValue(weight)])
    .sort(([sumA, weightA], [sumB, weightB]) => weightA - weightB || sumA - sumB);
  return { sums: pairs.map(([sum]) => sum), weights: pairs.map(([, weight]) => weight) };
}

/**
 * The interval of the weighted mean of a group's scores, in memory that does not grow with trials. Trials of a case, and the cases of a
 * conversation, are one observation, since they depend on each other; so any number of these may be put together into one, and the interval
 * stays right: that is what happens to more than {@link MOST_CLUSTERS}.
 */
export function createScoreInterval(): ScoreIntervalBuilder {
  const clusters = createClusters();
  let [scored, ones, first] = [0, 0, 0];
  let [onlyVerdicts, sameWeights, alone] = [true, true, true];
  return {
    add({ score, caseWeight, caseId, conversationId }) {
      if (score === null || !(caseWeight > 0)) return;
      const weight = Math.min(LARGEST_WEIGHT, Math.max(LEAST_WEIGHT, caseWeight));
      if (scored === 0) first = weight;
      scored += 1;
      if (score === 1) ones += 1;
      onlyVerdicts &&= score === 0 || score === 1;
      sameWeights &&= weight === first;
      alone &&= conversationId === undefined;
      clusters.add(conversationId === undefined ? `case ${caseId}` : `conversation ${conversationId}`, weight * score, weight);
    },
    value(triedOnce) {
      if (scored === 0) return undefined;
      const { sums, weights } = sortedClusters(clusters);
      const isRate = onlyVerdicts && sameWeights && alone && (triedOnce ?? sums.length === scored);
      const { low, high } = isRate ? clopperPearson(ones, scored, LEVEL) : gaffkeRatio(sums, weights, { level: LEVEL });
      return {
        low: Math.max(0, Math.floor(low * PARTS) / PARTS),
        high: Math.min(1, Math.ceil(high * PARTS) / PARTS),
        level: LEVEL,
        clusters: isRate ? scored : sums.length,
        method: isRate ? 'clopper_pearson' : 'gaffke',
      };
    },
  };
}
