import type { FigureInterval, MetricSummary, ResultRow } from '@assay/schema';
import { clusteredMean, studentInterval } from '@assay/statistics';
import { createExactSum, type ExactSum } from './exact-sum.js';
import { createClusters, type Clusters } from './clusters.js';
import { compareNatural } from '../natural-order.js';

/** Means of the metrics that rows report beside their score. */
export interface MetricMeans {
  add(row: Pick<ResultRow, 'metrics' | 'caseId' | 'conversationId'>): void;
  /** One entry for each metric, by name; undefined when no row had any. */
  value(): readonly MetricSummary[] | undefined;
}

interface Sum {
  readonly name: string;
  readonly unit: string | undefined;
  readonly sum: ExactSum;
  readonly units: Clusters;
  rows: number;
}

const LEVEL = 0.95;

/** Measurements have no range, so that there is nothing better than Student's law; none for one case, or where numbers are too large to be squared. */
function intervalOf(units: Clusters): FigureInterval | undefined {
  const sums = units.list();
  if (!sums.every(([, sum = 0]) => Number.isFinite(sum))) return undefined;
  const { mean, error, clusters } = clusteredMean(sums.map(([, sum = 0]) => sum), sums.map(([weight = 0]) => weight));
  if (error === null || !Number.isFinite(mean) || !Number.isFinite(error)) return undefined;
  return { ...studentInterval(mean, error, clusters - 1, LEVEL), level: LEVEL };
}

/** Metrics of one name in different units are kept apart. Values that are no numbers do not count. */
export function createMetricMeans(): MetricMeans {
  const sums = new Map<string, Sum>();
  return {
    add({ metrics, caseId, conversationId }) {
      for (const { name, value, unit } of metrics) {
        if (!Number.isFinite(value)) continue;
        const key = `${name}\n${unit ?? ''}`;
        let known = sums.get(key);
        if (!known) sums.set(key, (known = { name, unit, sum: createExactSum(), units: createClusters(), rows: 0 }));
        known.sum.add(value);
        known.units.add(conversationId === undefined ? `case ${caseId}` : `conversation ${conversationId}`, [1, value]);
        known.rows += 1;
      }
    },
    value() {
      if (sums.size === 0) return undefined;
      return [...sums.values()]
        .map(({ name, unit, sum, units, rows }) => {
          const interval = intervalOf(units);
          return { name, mean: sum.value() / rows, ...(interval ? { interval } : {}), ...(unit === undefined ? {} : { unit }), rows };
        })
        .toSorted((a, b) => compareNatural(a.name, b.name) || compareNatural(a.unit ?? '', b.unit ?? ''));
    },
  };
}
