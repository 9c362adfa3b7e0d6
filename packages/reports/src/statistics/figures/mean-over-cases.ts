import { clopperPearson, gaffkeRatio } from '@assay/statistics';
import type { Range } from './ranged-mean.js';

const LEVEL = 0.95;

/** A value, and what it hangs together with. */
export interface CaseValue {
  /** The case or conversation. */
  readonly cluster: string;
  /** Within the range. */
  readonly value: number;
  /** > 0; 1 unless given. */
  readonly weight?: number;
}

/** A mean with its interval. */
export interface MeanOverCases {
  /** Null without values. */
  readonly value: number | null;
  /** Ends of the 95 % interval; those of the range without values. */
  readonly low: number;
  readonly high: number;
  /** Cases or conversations, of which the interval is drawn. */
  readonly cases: number;
}

/**
 * The mean of values, with an interval over cases: that of Clopper and Pearson for a rate of cases, each of which counts once and as
 * much as the others, else Gaffke's.
 */
export function meanOverCases(values: readonly CaseValue[], { low, high }: Range): MeanOverCases {
  if (values.length === 0) return { value: null, low, high, cases: 0 };
  const clusters = new Map<string, { sum: number; weight: number }>();
  for (const { cluster, value, weight = 1 } of values) {
    const known = clusters.get(cluster) ?? { sum: 0, weight: 0 };
    clusters.set(cluster, { sum: known.sum + weight * value, weight: known.weight + weight });
  }
  const [sums, weights] = [[...clusters.values()].map(({ sum }) => sum), [...clusters.values()].map(({ weight }) => weight)];
  const isEven = clusters.size === values.length && weights.every((weight) => weight === weights[0]);
  const isRate = low === 0 && high === 1 && isEven && values.every(({ value }) => value === 0 || value === 1);
  const hits = values.reduce((all, { value }) => all + value, 0);
  const ends = isRate ? clopperPearson(hits, values.length, LEVEL) : gaffkeRatio(sums, weights, { low, high, level: LEVEL });
  const sum = sums.reduce((all, each) => all + each, 0);
  return { value: sum / weights.reduce((all, each) => all + each, 0), low: ends.low, high: ends.high, cases: clusters.size };
}
