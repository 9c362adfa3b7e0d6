import type { SuiteIdentity } from '@assay/schema';
import type { RepeatedMean } from '@assay/statistics';
import { clusterUnits, heaviestOf, meanOf, type ChangeUnit, type PlannedUnit } from '../comparison/change/change-unit.js';

/** What a suite on a target came to so far. */
export interface SuiteMean extends SuiteIdentity {
  readonly target: string;
  /** Label of the variant, where each is decided by itself; else empty. */
  readonly variant: string;
  readonly mean: RepeatedMean;
}

/** Replies to a case, or to a conversation. */
interface Repeated {
  readonly weight: number;
  readonly values: readonly number[];
}

/**
 * The variance of a weighted mean of cases that goes with more repeats: replies to one case differ by as much in all of them.
 * @returns null where no case has two replies
 */
export function noiseOf(cases: readonly Repeated[]): number | null {
  let [within, degrees, total] = [0, 0, 0];
  for (const { weight, values } of cases) {
    total += weight;
    degrees += values.length - 1;
    const mean = meanOf(values);
    for (const value of values) within += (value - mean) ** 2;
  }
  if (degrees === 0) return null;
  const variance = within / degrees;
  return cases.reduce((sum, { weight, values }) => sum + ((weight / total) ** 2 * variance) / values.length, 0);
}

/** The mean difference of cases that are compared with others; undefined without any. @param planned what all of them weigh, those without a score too */
export function meanOfUnits(units: readonly ChangeUnit[], planned: readonly PlannedUnit[]): RepeatedMean | undefined {
  if (units.length === 0) return undefined;
  return { ...clusterUnits(units), heaviest: heaviestOf(planned), noise: noiseOf(units.map(({ weight, after }) => ({ weight, values: after }))) };
}
