import type { MetricSummary, ResultRow } from '@assay/schema';
import { createExactSum, type ExactSum } from './exact-sum.js';
import { compareNatural } from '../natural-order.js';

/** Means of the metrics that rows report beside their score. */
export interface MetricMeans {
  add(row: Pick<ResultRow, 'metrics'>): void;
  /** One entry for each metric, by name; undefined when no row had any. */
  value(): readonly MetricSummary[] | undefined;
}

interface Sum {
  readonly name: string;
  readonly unit: string | undefined;
  readonly sum: ExactSum;
  rows: number;
}

/** Metrics of one name in different units are kept apart. Values that are no numbers do not count. */
export function createMetricMeans(): MetricMeans {
  const sums = new Map<string, Sum>();
  return {
    add({ metrics }) {
      for (const { name, value, unit } of metrics) {
        if (!Number.isFinite(value)) continue;
        const key = `${name}\n${unit ?? ''}`;
        let known = sums.get(key);
        if (!known) sums.set(key, (known = { name, unit, sum: createExactSum(), rows: 0 }));
        known.sum.add(value);
        known.rows += 1;
      }
    },
    value() {
      if (sums.size === 0) return undefined;
      return [...sums.values()]
        .map(({ name, unit, sum, rows }) => ({ name, mean: sum.value() / rows, ...(unit === undefined ? {} : { unit }), rows }))
        .toSorted((a, b) => compareNatural(a.name, b.name) || compareNatural(a.unit ?? '', b.unit ?? ''));
    },
  };
}
