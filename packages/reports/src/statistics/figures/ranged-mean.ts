import type { FigureInterval } from '@assay/schema';
import { gaffkeRatio } from '@assay/statistics';
import { createClusters } from './clusters.js';
import { createExactSum } from './exact-sum.js';

const LEVEL = 0.95;

/** The ends between which values lie. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The plain mean of a stream of values, in memory that does not grow with them. */
export interface RangedMean {
  /**
   * @param value within the range
   * @param unit the case or conversation: values of one hang together
   */
  add(value: number, unit: string): void;
  /** Takes back what was added. */
  remove(value: number, unit: string): void;
  count(): number;
  /** Undefined without any. */
  value(): { readonly mean: number; readonly interval: FigureInterval } | undefined;
}

/** The mean has Gaffke's interval over cases or conversations. */
export function createRangedMean({ low, high }: Range): RangedMean {
  const [sum, units] = [createExactSum(), createClusters()];
  let count = 0;
  function change(value: number, unit: string, sign: 1 | -1): void {
    count += sign;
    sum.add(sign * value);
    units.add(unit, [sign, sign * value]);
  }
  return {
    add: (value, unit) => change(value, unit, 1),
    remove: (value, unit) => change(value, unit, -1),
    count: () => count,
    value() {
      if (count <= 0) return undefined;
      const sums = units.list();
      const ends = gaffkeRatio(sums.map(([, one = 0]) => one), sums.map(([weight = 0]) => weight), { low, high, level: LEVEL });
      return { mean: Math.min(high, Math.max(low, sum.value() / count)), interval: { ...ends, level: LEVEL } };
    },
  };
}
