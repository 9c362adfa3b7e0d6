import type { TargetPair } from '../comparison/compare-runs.js';
import { createFigureUnits, type FigureUnits } from '../comparison/figure-units.js';
import { pathsInB, type RunScores } from '../comparison/run-scores.js';
import { meanOfUnits, type SuiteMean } from './suite-mean.js';

/**
 * By how much the suites of run B differ from those of run A so far, as `compareRuns` pairs their cases. Suites without a case that has a
 * score in both are left out.
 */
export function meansOfRuns(a: RunScores, b: RunScores, targets: readonly TargetPair[]): readonly SuiteMean[] {
  const pathOf = pathsInB(a, b);
  return targets.flatMap((pair) => {
    const groups = new Map<string, { readonly suite: string; readonly suitePath: string; readonly units: FigureUnits }>();
    for (const before of a.cases(pair.a)) {
      const { suite, caseId, variant } = before;
      const suitePath = pathOf(before);
      const after = b.find(pair.b, { suite, suitePath, caseId, variant });
      if (!after) continue;
      const key = JSON.stringify([suite, suitePath]);
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { suite, suitePath, units: createFigureUnits() }));
      group.units.add(before, after);
    }
    return [...groups.values()].flatMap(({ units, ...place }) => {
      const mean = meanOfUnits(units.list('score'), units.planned());
      return mean === undefined ? [] : [{ ...place, target: pair.b, variant: '', mean }];
    });
  });
}
