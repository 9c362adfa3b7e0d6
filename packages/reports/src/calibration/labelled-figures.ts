import type { LabelledFigure, VerdictQuality } from '@assay/schema';
import { cohenKappa, kappaInterval } from '@assay/statistics';
import { meanOverCases } from '../statistics/figures/mean-over-cases.js';
import type { LabelledReply } from './labelled-reply.js';

export const LEVEL = 0.95;
/** Draws of clusters for the interval of kappa. */
const DRAWS = 1000;
const SEED = 15;

interface Cluster {
  sum: number;
  weight: number;
}

const weightOf = ({ chance = 1 }: LabelledReply): number => 1 / chance;

function clustersOf(items: readonly LabelledReply[], valueOf: (item: LabelledReply) => number): readonly Cluster[] {
  const clusters = new Map<string, Cluster>();
  for (const item of items) {
    const cluster = clusters.get(item.cluster) ?? { sum: 0, weight: 0 };
    clusters.set(item.cluster, cluster);
    cluster.sum += weightOf(item) * valueOf(item);
    cluster.weight += weightOf(item);
  }
  return [...clusters.values()];
}

/**
 * The mean of a value of labelled replies, each weighted by how many it stands for, with an interval over cases.
 * @param low least value that can be
 */
export function labelledMean(items: readonly LabelledReply[], valueOf: (item: LabelledReply) => number, low = 0): LabelledFigure {
  const { value, low: least, high } = meanOverCases(items.map((item) => ({ cluster: item.cluster, value: valueOf(item), weight: weightOf(item) })), { low, high: 1 });
  return { value, low: least, high, labels: items.length };
}

type PassOf = (item: LabelledReply) => boolean;

/** Weights of labelled replies, first those that people pass, in each first those that the judge passes. */
type Table = [[number, number], [number, number]];

function tableOf(items: readonly LabelledReply[], passes: PassOf): Table {
  const table: Table = [[0, 0], [0, 0]];
  for (const item of items) table[item.truePass ? 0 : 1][passes(item) ? 0 : 1] += weightOf(item);
  return table;
}

function tablesOfClusters(items: readonly LabelledReply[], passes: PassOf): readonly Table[] {
  const clusters = new Map<string, LabelledReply[]>();
  for (const item of items) clusters.set(item.cluster, [...(clusters.get(item.cluster) ?? []), item]);
  return [...clusters.values()].map((cluster) => tableOf(cluster, passes));
}

/** Kappa with an interval over cases. */
function kappaFigure(items: readonly LabelledReply[], passes: PassOf): LabelledFigure {
  const value = cohenKappa(tableOf(items, passes));
  const { low, high } = kappaInterval(tablesOfClusters(items, passes), { level: LEVEL, rounds: DRAWS, seed: SEED }) ?? { low: -1, high: 1 };
  return { value, low, high, labels: items.length };
}

/** How often verdicts are those of people. */
export function verdictQuality(judge: string, model: string | undefined, items: readonly LabelledReply[], passes: PassOf): VerdictQuality {
  const count = (truePass: boolean, pass: boolean): number => items.filter((item) => item.truePass === truePass && passes(item) === pass).length;
  return {
    judge,
    ...(model === undefined ? {} : { model }),
    labels: items.length,
    cases: new Set(items.map(({ cluster }) => cluster)).size,
    confusion: { passPass: count(true, true), passFail: count(true, false), failPass: count(false, true), failFail: count(false, false) },
    tpr: labelledMean(items.filter(({ truePass }) => truePass), (item) => (passes(item) ? 1 : 0)),
    tnr: labelledMean(items.filter(({ truePass }) => !truePass), (item) => (passes(item) ? 0 : 1)),
    kappa: kappaFigure(items, passes),
  };
}

/**
 * In how many labels of equal weight, each of a case of its own, so many weigh as much (Kish 1965), rounded down.
 * @returns the share of them for which something holds, times that number
 */
export function effectiveCounts(items: readonly LabelledReply[], holds: PassOf): { readonly hits: number; readonly labels: number } {
  const clusters = clustersOf(items, (item) => (holds(item) ? 1 : 0));
  const weight = clusters.reduce((sum, cluster) => sum + cluster.weight, 0);
  if (weight === 0) return { hits: 0, labels: 0 };
  const squares = clusters.reduce((sum, cluster) => sum + cluster.weight ** 2, 0);
  const labels = Math.max(1, Math.floor(weight ** 2 / squares + 1e-9));
  const share = clusters.reduce((sum, cluster) => sum + cluster.sum, 0) / weight;
  // Sums of many shares are off in their last digits: a file of counts should not change with them, nor show them.
  return { hits: Math.min(labels, Math.round(labels * share * 1e9) / 1e9), labels };
}
