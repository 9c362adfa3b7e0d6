import { dependencyProblems, nearestMatch, type LocatedCase, type NormalizeContext } from '@assay/schema';
import { dependencyLocation } from './dependencies.js';

/** Reports cases of a suite that depend on what is not there, or on themselves by whatever way. */
export function reportDependencies(context: NormalizeContext, cases: readonly LocatedCase[]): void {
  const located = new Map(cases.map((one) => [one.evalCase, one]));
  const ids = cases.map(({ evalCase: { id } }) => id);
  for (const { evalCase, index, problem } of dependencyProblems(cases.map((one) => one.evalCase))) {
    const { id, dependsOn = [] } = evalCase;
    const other = dependsOn[index] ?? '';
    const near = nearestMatch(other, ids.filter((one) => one !== id));
    const said =
      problem === 'unknown'
        ? { message: `case "${id}" depends on "${other}", and the suite has no such case`, hint: near === undefined ? 'name the id of another case of the suite' : `did you mean "${near}"?` }
        : problem.length === 2
          ? { message: `case "${id}" depends on itself`, hint: 'leave it out' }
          : { message: `cases depend on each other in a circle: ${problem.join(' → ')}`, hint: 'leave out one of them, so that there is one to begin with' };
    const location = dependencyLocation(dependsOn, index) ?? located.get(evalCase)?.location;
    context.tally.errors += 1;
    context.report({ severity: 'error', code: 'dependency', ...said, ...(location ? { location } : {}) });
  }
}
