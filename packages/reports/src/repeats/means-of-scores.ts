import type { SuiteIdentity } from '@assay/schema';
import { clusterOf } from '../comparison/change/collect-units.js';
import { heaviestOf, meanOf, type PlannedUnit } from '../comparison/change/change-unit.js';
import type { RunScores } from '../comparison/run-scores.js';
import { noiseOf, type SuiteMean } from './suite-mean.js';

interface Group extends SuiteIdentity {
  readonly variant: string;
  /** Σ w·s and Σ w of each cluster. */
  readonly clusters: Map<string, [sum: number, weight: number]>;
  /** What all cases weigh, with as many replies as they should have. */
  readonly planned: PlannedUnit[];
  readonly cases: { readonly weight: number; readonly values: readonly number[] }[];
}

/** The mean scores of suites so far, by target and variant. Those without a score that weighs something are left out. */
export function meansOfScores(scores: RunScores): readonly SuiteMean[] {
  return scores.targets.flatMap((target) => {
    const groups = new Map<string, Group>();
    for (const found of scores.cases(target)) {
      const { suite, suitePath, variant, weight } = found;
      if (!(weight > 0)) continue;
      const scores = found.figures('score');
      const values = scores.flatMap((score) => score ?? []);
      const key = JSON.stringify([suite, suitePath, variant]);
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { suite, suitePath, variant, clusters: new Map(), planned: [], cases: [] }));
      const cluster = clusterOf(found);
      group.planned.push({ cluster, weight: weight * scores.length });
      if (values.length === 0) continue;
      const [sum, total] = group.clusters.get(cluster) ?? [0, 0];
      // Every trial counts, as in the score of a summary.
      const all = weight * values.length;
      group.clusters.set(cluster, [sum + all * meanOf(values), total + all]);
      group.cases.push({ weight: all, values });
    }
    return [...groups.values()].flatMap(({ clusters, planned, cases, ...place }) => {
      const pairs = [...clusters.values()];
      if (pairs.length === 0) return [];
      return [{ ...place, target, mean: { sums: pairs.map(([sum]) => sum), weights: pairs.map(([, weight]) => weight), heaviest: heaviestOf(planned), noise: noiseOf(cases) } }];
    });
  });
}
