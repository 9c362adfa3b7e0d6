import type { CheckBaselinesOptions } from '../baseline/baseline-check.js';
import { createBaselineUnits } from '../baseline/baseline-units.js';
import { scoredOf } from '../baseline/results/baseline-change.js';
import { meanOfUnits, type SuiteMean } from './suite-mean.js';

/** By how much suites differ from their baselines so far. Those without a baseline, or a case that has a score in both, are left out. */
export function meansOfBaselines(groups: CheckBaselinesOptions['groups']): readonly SuiteMean[] {
  return groups.flatMap(({ results, baseline }) => {
    const units = createBaselineUnits(results);
    for (const [key, found] of results.cases) {
      const entry = baseline?.cases.get(key);
      if (!entry) continue;
      if (scoredOf(entry)) units.add(key, entry, found);
      else units.plan(entry, found);
    }
    const { suite, suitePath, target } = results;
    const mean = meanOfUnits(units.list('found'), units.planned());
    return mean === undefined ? [] : [{ suite, suitePath, target, variant: '', mean }];
  });
}
