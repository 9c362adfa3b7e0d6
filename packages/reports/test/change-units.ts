import type { MeanChange } from '@assay/schema';
import type { ChangeUnit } from '../src/comparison/change/change-unit.js';
import { decideChanges, meanChange, type MeanChangeOptions } from '../src/comparison/change/mean-change.js';

export const unit = (name: number | string, before: readonly number[], after: readonly number[], more: Partial<ChangeUnit> = {}): ChangeUnit => ({
  cluster: String(name),
  weight: 1,
  cases: 1,
  before,
  after,
  ...more,
});

export function decided(units: readonly ChangeUnit[], options: Partial<MeanChangeOptions> = {}): MeanChange {
  const terms = { alpha: 0.05, seed: 1, ...options };
  const change = meanChange(units, terms);
  const [found] = decideChanges(change === undefined ? [] : [change], terms, terms.figure);
  if (found === undefined) throw new Error('nothing was compared');
  return found;
}
