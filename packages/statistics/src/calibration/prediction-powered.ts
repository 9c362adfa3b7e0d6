import { requireBetween, requireCount, requireFiniteAt, requireRange, requireSameLength, requireWithin } from '../checks/require-number.js';
import { requireNameAt, requireObject, requireObjects } from '../checks/require-shape.js';
import { gaffkeRatio } from '../intervals/gaffke-ratio.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';

/** An item that was judged, and perhaps labelled by a person. */
export interface JudgedItem {
  /** The judge's score; null where it was lost: such an item is in no mean, but what it weighs is known. */
  readonly judged: number | null;
  /** The true score; null or undefined where nobody labelled it. */
  readonly label?: number | null | undefined;
  /** The chance with which it was picked to be labelled, above 0 and at most 1; 1 unless given. All that matters is how chances compare. */
  readonly chance?: number | undefined;
  /** At least 0; 1 unless given. */
  readonly weight?: number | undefined;
  /** What it belongs to (its case, its conversation); a cluster of its own unless given. */
  readonly cluster?: string | number | undefined;
}

export interface PredictionPoweredOptions {
  /** The range of a score: 0 to 1 unless given; for differences of scores −1 to 1. */
  readonly low?: number;
  readonly high?: number;
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** Labelled clusters below which nothing is corrected, unless all items have a label: a whole number of at least 2; 30 unless given. */
  readonly fewestLabelled?: number;
}

export interface PredictionPowered extends Interval {
  /** The corrected mean, clipped to the range. */
  readonly estimate: number;
  /** The judge's mean as it is. */
  readonly raw: number;
  /** How much the judge counts, from 0 (only labels) to 1. */
  readonly lambda: number;
  readonly clusters: number;
  readonly labelledClusters: number;
}

/** Parts in which λ is estimated from the others. */
const FOLDS = 5;

interface Cluster {
  judged: number;
  weight: number;
  /** Lost items included. */
  planned: number;
  /** Over labelled items, each divided by its chance: Σ w·judged, Σ w·label, Σ w. */
  labelledJudged: number;
  labels: number;
  labelledWeight: number;
}

function gather(items: readonly JudgedItem[], low: number, high: number): Cluster[] {
  const clusters = new Map<string | number | symbol, Cluster>();
  for (const [index, { judged, label, chance = 1, weight = 1, cluster }] of items.entries()) {
    requireNameAt('items', index, 'cluster', cluster);
    if (judged !== null) requireWithin(`items[${index}].judged`, judged, low, high);
    requireWithin(`items[${index}].weight`, weight, 0, Number.MAX_VALUE);
    requireWithin(`items[${index}].chance`, chance, Number.MIN_VALUE, 1);
    if (weight === 0) continue;
    // An item without a cluster is one; its own name cannot be that of another.
    const name = cluster ?? Symbol('item');
    const kept = clusters.get(name) ?? { judged: 0, weight: 0, planned: 0, labelledJudged: 0, labels: 0, labelledWeight: 0 };
    clusters.set(name, kept);
    kept.planned += weight;
    if (judged === null) continue;
    kept.judged += weight * judged;
    kept.weight += weight;
    if (label === null || label === undefined) continue;
    requireWithin(`items[${index}].label`, label, low, high);
    kept.labelledJudged += (weight / chance) * judged;
    kept.labels += (weight / chance) * label;
    kept.labelledWeight += weight / chance;
  }
  return [...clusters.values()];
}

/**
 * What the heaviest cluster may weigh among labelled ones: an item that nobody labelled yet, or that was lost, would have stood for as many as the rarest. Lots pass heavy
 * items by now and then, and what is labelled does not tell how heavy they are.
 */
function heaviestLabelled(items: readonly JudgedItem[], labelled: readonly Cluster[]): number {
  let [most, unlabelled, standsFor] = [0, 0, 0];
  for (const { labelledWeight } of labelled) most = Math.max(most, labelledWeight);
  for (const { judged, label, weight = 1, chance = 1 } of items) {
    if (judged === null || label === null || label === undefined) unlabelled = Math.max(unlabelled, weight);
    else if (weight > 0) standsFor = Math.max(standsFor, 1 / chance);
  }
  return Math.max(most, unlabelled * standsFor);
}

/** Scores of one run, before they are subtracted. @throws {RangeError} */
function requireScores(list: string, index: number, { judged, label }: Pick<JudgedItem, 'judged' | 'label'>): void {
  if (judged !== null) requireFiniteAt(list, index, judged);
  if (label !== null && label !== undefined) requireFiniteAt(list, index, label);
}

const total = (clusters: readonly Cluster[], of: (cluster: Cluster) => number): number =>
  clusters.reduce((sum, cluster) => sum + of(cluster), 0);

/** How much of the judge's score to take, in [0, 1]: covariance of labels and judged over the variance of judged, by cluster (PPI++). */
function lambdaOf(clusters: readonly Cluster[]): number {
  const weight = total(clusters, (cluster) => cluster.labelledWeight);
  const meanJudged = total(clusters, (cluster) => cluster.labelledJudged) / weight;
  const meanLabel = total(clusters, (cluster) => cluster.labels) / weight;
  let [covariance, variance] = [0, 0];
  for (const { labelledJudged, labels, labelledWeight } of clusters) {
    const ofJudged = labelledJudged - meanJudged * labelledWeight;
    covariance += ofJudged * (labels - meanLabel * labelledWeight);
    variance += ofJudged * ofJudged;
  }
  return variance > 0 ? Math.min(1, Math.max(0, covariance / variance)) : 0;
}

/** Both errors together, where they are not correlated the other way (method of variance estimates recovery, Zou and Donner 2008). */
const together = (one: number, other: number, correlation: number): number =>
  Math.sqrt(one * one + other * other + 2 * Math.max(0, correlation) * one * other);

/** The correlation of the two errors: labelled clusters are part of all. */
function errorCorrelation(all: readonly Cluster[], labelled: readonly Cluster[], residuals: readonly number[], mean: number, rectifier: number): number {
  let [covariance, ofJudged, ofResiduals] = [0, 0, 0];
  for (const [index, { labelledJudged, labelledWeight }] of labelled.entries()) {
    const judged = labelledJudged - mean * labelledWeight;
    const residual = (residuals[index] ?? 0) - rectifier * labelledWeight;
    covariance += judged * residual;
    ofJudged += judged * judged;
    ofResiduals += residual * residual;
  }
  if (ofJudged === 0 || ofResiduals === 0) return 0;
  return (covariance / Math.sqrt(ofJudged * ofResiduals)) * Math.sqrt(labelled.length / all.length);
}

/**
 * The true mean behind the scores of a judge, from all that it judged and the part that people labelled: prediction-powered inference with
 * tuned λ (PPI++, Angelopoulos et al., arXiv 2311.01453), λ·mean(judged) + mean of label − λ·judged. Labels are weighted by the chance with
 * which they were picked, clusters vary as a whole, and λ for a part of the labels is estimated from the other parts; it is 0 where all items
 * have a label and were sure to get one. Both errors are bounded
 * by {@link gaffkeRatio}, not by the normal law, and put together as independent ones. Only for the run that the labels were picked from.
 * @param items of one run
 * @returns null below `fewestLabelled` labelled clusters, unless all items have a label and were sure to get one: that mean is of no judge
 * @throws {RangeError} for other arguments: scores out of range, weights or chances that cannot be
 */
export function predictionPowered(items: readonly JudgedItem[], options: PredictionPoweredOptions = {}): PredictionPowered | null {
  requireObject('options', options);
  requireObjects('items', items);
  const { low = 0, high = 1, level = DEFAULT_LEVEL, fewestLabelled = 30 } = options;
  requireRange(low, high);
  requireBetween('level', level, 0, 1);
  requireCount('fewestLabelled', fewestLabelled, 2);
  const gathered = gather(items, low, high);
  const all = gathered.filter(({ weight }) => weight > 0);
  const labelled = all.filter(({ labelledWeight }) => labelledWeight > 0);
  // Where people labelled all there is, their mean is the true one: parts with a λ each would only add noise to it.
  const isAllLabelled = labelled.length > 0 && all.every((cluster) => cluster.labelledWeight === cluster.weight);
  if (labelled.length < fewestLabelled && !isAllLabelled) return null;
  const folds = isAllLabelled ? 1 : Math.min(FOLDS, labelled.length);
  const lambdas = isAllLabelled ? [0] : Array.from({ length: folds }, (_, fold) => lambdaOf(labelled.filter((_cluster, index) => index % folds !== fold)));
  const lambdaAt = (index: number): number => lambdas[index % folds] ?? 0;
  const residuals = labelled.map(({ labels, labelledJudged }, index) => labels - lambdaAt(index) * labelledJudged);
  const labelledWeight = total(labelled, (cluster) => cluster.labelledWeight);
  const lambda = labelled.reduce((sum, cluster, index) => sum + lambdaAt(index) * cluster.labelledWeight, 0) / labelledWeight;
  const raw = total(all, ({ judged }) => judged) / total(all, ({ weight }) => weight);
  const rectifier = residuals.reduce((sum, residual) => sum + residual, 0) / labelledWeight;
  const judgedRange = gaffkeRatio(all.map(({ judged }) => judged), all.map(({ weight }) => weight), { low, high, level, largestWeight: gathered.reduce((heaviest, { planned }) => Math.max(heaviest, planned), 0) });
  const most = Math.max(...lambdas);
  const rectifierRange = gaffkeRatio(residuals, labelled.map((cluster) => cluster.labelledWeight), {
    low: low - Math.max(most * high, 0),
    high: high - Math.min(most * low, 0),
    level,
    largestWeight: heaviestLabelled(items, labelled),
  });
  const correlation = errorCorrelation(all, labelled, residuals, raw, rectifier);
  const estimate = lambda * raw + rectifier;
  const clip = (value: number): number => Math.min(high, Math.max(low, value));
  return {
    estimate: clip(estimate),
    low: clip(estimate - together(lambda * (raw - judgedRange.low), rectifier - rectifierRange.low, correlation)),
    high: clip(estimate + together(lambda * (judgedRange.high - raw), rectifierRange.high - rectifier, correlation)),
    raw,
    lambda,
    clusters: all.length,
    labelledClusters: labelled.length,
  };
}

/**
 * The true difference between two runs over the same items, by {@link predictionPowered} of the differences.
 * @param before scores and labels of the items in one run
 * @param after the same items, in the same order, in the other; chances, weights and clusters are those of `before`
 * @throws {RangeError} for other arguments, and lists of different lengths
 */
export function predictionPoweredDifference(
  before: readonly JudgedItem[],
  after: readonly Pick<JudgedItem, 'judged' | 'label'>[],
  options: PredictionPoweredOptions = {},
): PredictionPowered | null {
  requireObject('options', options);
  requireObjects('before', before);
  requireObjects('after', after);
  requireSameLength('items after', after.length, before.length);
  const { low = 0, high = 1 } = options;
  requireRange(low, high);
  for (const [list, items] of Object.entries({ before, after })) for (const [index, item] of items.entries()) requireScores(list, index, item);
  const items = before.map((item, index): JudgedItem => {
    const { judged = Number.NaN, label } = after[index] ?? {};
    const known = typeof label === 'number' && typeof item.label === 'number';
    return { ...item, judged: judged === null || item.judged === null ? null : judged - item.judged, label: known ? label - (item.label ?? 0) : null };
  });
  return predictionPowered(items, { ...options, low: low - high, high: high - low });
}
