import { clopperPearson, gaffkeRatio, type Interval } from '@assay/statistics';

/** The interval of a mean. */
export interface MeanInterval extends Interval {
  /** The number of cases and conversations that it rests on; absent where each is one score, and all weigh the same. */
  readonly over?: number;
}

/** An interval of a summary, as it is shown. @param items with a score */
export function countedInterval({ clusters, weighted, ...ends }: Interval & { readonly clusters: number; readonly weighted?: boolean | undefined }, items: number): MeanInterval {
  return { ...ends, ...(clusters < items || weighted ? { over: clusters } : {}) };
}

export interface MeanWithInterval {
  /** Undefined when nothing has a weight. */
  readonly mean: number | undefined;
  /** Of 95 %; undefined where `mean` is, or where nobody wrote it down. */
  readonly interval: MeanInterval | undefined;
}

const NO_MEAN: MeanWithInterval = { mean: undefined, interval: undefined };

interface Options {
  /** How many clusters are kept apart: more are put together, which an interval of this kind allows. */
  readonly slots: number;
  /** Whether no cluster has more than one score. */
  readonly once: boolean;
  /** The least that can be: 0 of scores, unless given; −1 of their differences. */
  readonly low?: 0 | -1;
}

/** Most clusters that are kept apart: as many as in the summary of a run. */
export const MOST_CLUSTERS = 4096;

/**
 * A weighted mean of scores that hang together in clusters (the repeats of a case, the turns of a conversation), with the interval that the
 * summary of a run has for it: Gaffke's, or that of Clopper and Pearson where all scores are verdicts on cases that were tried once.
 */
export class ClusteredScores {
  readonly #sums: Float64Array;
  readonly #weights: Float64Array;
  /** What clusters would weigh, were all of their replies scored. */
  readonly #planned: Float64Array;
  readonly #low: number;
  #first = Number.NaN;
  #firstScored = Number.NaN;
  #weighted = false;
  #ones = 0;
  #isRate: boolean;
  scored = 0;

  constructor({ slots, once, low = 0 }: Options) {
    const length = Math.max(1, Math.min(MOST_CLUSTERS, slots));
    this.#sums = new Float64Array(length);
    this.#weights = new Float64Array(length);
    this.#planned = new Float64Array(length);
    this.#isRate = once && low === 0;
    this.#low = low;
  }

  /**
   * @param cluster a whole number from 0
   * @param score from `low` to 1; NaN for a reply without one, whose weight is known
   * @param alone whether the cluster is one case, and no conversation
   */
  add(cluster: number, score: number, weight: number, alone: boolean): void {
    if (!(weight > 0)) return;
    const slot = cluster % this.#sums.length;
    if (Number.isNaN(this.#first)) this.#first = weight;
    // Also where it has no score: a conversation weighs as much as its turns do together.
    this.#isRate &&= alone && weight === this.#first;
    this.#planned[slot] = (this.#planned[slot] ?? 0) + weight;
    if (Number.isNaN(score)) return;
    if (this.scored === 0) this.#firstScored = weight;
    this.#weighted ||= weight !== this.#firstScored;
    this.scored += 1;
    if (score === 1) this.#ones += 1;
    this.#isRate &&= score === 0 || score === 1;
    this.#sums[slot] = (this.#sums[slot] ?? 0) + weight * score;
    this.#weights[slot] = (this.#weights[slot] ?? 0) + weight;
  }

  end(): MeanWithInterval {
    if (this.scored === 0) return NO_MEAN;
    const total = this.#weights.reduce((sum, weight) => sum + weight, 0);
    const mean = this.#sums.reduce((sum, part) => sum + part, 0) / total;
    // Sums of rounded parts may leave the range by a rounding.
    const sums = this.#sums.map((sum, slot) => Math.max(this.#low * (this.#weights[slot] ?? 0), Math.min(this.#weights[slot] ?? 0, sum)));
    const interval = this.#isRate ? clopperPearson(this.#ones, this.scored) : gaffkeRatio(sums, this.#weights, { low: this.#low, largestWeight: this.#planned.reduce((most, weight) => Math.max(most, weight), 0) });
    const clusters = this.#weights.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0);
    return { mean, interval: { ...interval, ...(clusters < this.scored || this.#weighted ? { over: clusters } : {}) } };
  }
}

/** A mean that is a part of another one. */
export interface MeanPart extends MeanWithInterval {
  readonly weight: number;
  /** Parts with the same word hang together: the same cases on several targets. */
  readonly of: string | number;
}

/**
 * The mean of means with an interval made of theirs: what may be off in parts that hang together is added up, in others its squares are (the
 * method of variance estimates recovery). One part is itself. Where a part has no interval, as in a summary that another program wrote, the
 * mean is known, and has none either.
 */
export function pooledMean(parts: readonly MeanPart[]): MeanWithInterval {
  const known = parts.flatMap(({ mean, interval, weight, of }) => (mean === undefined || !(weight > 0) ? [] : [{ mean, interval, weight, of }]));
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return NO_MEAN;
  const mean = known.reduce((sum, part) => sum + part.weight * part.mean, 0) / total;
  const distances = new Map<string | number, { below: number; above: number }>();
  for (const { interval, ...part } of known) {
    if (interval === undefined) return { mean, interval };
    const before = distances.get(part.of) ?? { below: 0, above: 0 };
    const share = part.weight / total;
    distances.set(part.of, { below: before.below + share * (part.mean - interval.low), above: before.above + share * (interval.high - part.mean) });
  }
  const far = (of: 'below' | 'above'): number => Math.hypot(...[...distances.values()].map((each) => each[of]));
  return { mean, interval: { low: mean - far('below'), high: mean + far('above') } };
}
