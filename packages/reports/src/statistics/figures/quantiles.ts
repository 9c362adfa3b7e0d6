/** Quantiles of a stream of numbers ≥ 0. */
export interface Quantiles {
  add(value: number): void;
  /** The quantile `q` in [0, 1], or null without values. */
  at(q: number): number | null;
}

/** So many values are kept as they are; more are counted in buckets. */
export const EXACT_VALUES = 4096;

/** Largest error of a bucket's value, relative to the true one. */
export const RELATIVE_ERROR = 0.01;

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const LOG_GAMMA = Math.log(GAMMA);

/** Anything smaller counts as this; far below what a clock in milliseconds can tell. */
const SMALLEST = 1e-6;

function bucketOf(value: number): number {
  return Math.ceil(Math.log(Math.max(value, SMALLEST)) / LOG_GAMMA);
}

function bucketValue(bucket: number): number {
  return (2 * GAMMA ** bucket) / (GAMMA + 1);
}

/** Linear interpolation between the two closest ranks (h = (n − 1) · q). */
function exactQuantile(values: readonly number[], q: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (position - Math.floor(position));
}

function bucketQuantile(buckets: ReadonlyMap<number, number>, count: number, q: number): number | null {
  const rank = Math.round((count - 1) * q);
  let seen = 0;
  for (const [bucket, inBucket] of [...buckets].sort(([a], [b]) => a - b)) {
    seen += inBucket;
    if (seen > rank) return bucketValue(bucket);
  }
  return null;
}

/**
 * Exact for up to {@link EXACT_VALUES} values (linear interpolation between ranks). Beyond that,
 * values are counted in buckets whose width grows with the value (as in DDSketch, Masson et al.,
 * 2019): memory is bounded by some 2,000 buckets, and the answer is within 1 % of a value at that
 * rank. Neither depends on the order of the values.
 */
export function createQuantiles(): Quantiles {
  let exact: number[] | undefined = [];
  const buckets = new Map<number, number>();
  let count = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  const intoBucket = (value: number): void => {
    const bucket = bucketOf(value);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
  };
  return {
    add(value) {
      count += 1;
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
      if (!exact) {
        intoBucket(value);
        return;
      }
      exact.push(value);
      if (exact.length <= EXACT_VALUES) return;
      for (const kept of exact) intoBucket(kept);
      exact = undefined;
    },
    at(q) {
      if (exact) return exactQuantile(exact, q);
      const value = bucketQuantile(buckets, count, q);
      return value === null ? null : Math.min(Math.max(value, lowest), highest);
    },
  };
}
