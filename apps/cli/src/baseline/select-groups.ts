import { nearestMatch, UsageError } from '@assay/schema';

interface Named {
  readonly suite: string;
  readonly target: string;
}

export interface GroupFilter {
  readonly suite?: readonly string[] | undefined;
  readonly target?: readonly string[] | undefined;
}

function checkNames(kind: 'suite' | 'target', wanted: readonly string[], known: readonly string[], where: string): void {
  for (const name of wanted) {
    if (known.includes(name)) continue;
    const near = nearestMatch(name, known);
    throw new UsageError(`${where} no ${kind} "${name}"`, {
      hint: near === undefined ? `there is ${[...new Set(known)].join(', ') || 'none'}` : `did you mean "${near}"?`,
    });
  }
}

/** True for what has one of the suites and one of the targets; no names of a kind are all of it. */
export function matchesGroup(group: Named, { suite = [], target = [] }: GroupFilter): boolean {
  return (suite.length === 0 || suite.includes(group.suite)) && (target.length === 0 || target.includes(group.target));
}

/**
 * What is left after `--suite` and `--target`.
 * @param where begins the message about a name that does not exist, e.g. `the run has`.
 * @throws UsageError for such a name, and when nothing is left.
 */
export function selectGroups<T extends Named>(groups: readonly T[], filter: GroupFilter, where: string): readonly T[] {
  const { suite = [], target = [] } = filter;
  checkNames('suite', suite, groups.map((group) => group.suite), where);
  checkNames('target', target, groups.map((group) => group.target), where);
  const left = groups.filter((group) => matchesGroup(group, filter));
  if (left.length > 0 || groups.length === 0) return left;
  throw new UsageError(`${where} no ${suite.join(', ')} on ${target.join(', ')}`, {
    hint: `there is ${groups.map((group) => `${group.suite} on ${group.target}`).join(', ')}`,
  });
}
