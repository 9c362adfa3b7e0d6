import { nearestMatch, UsageError } from '@assay/schema';
import { isCalled } from '../names/called-name.js';

interface Named {
  readonly suite: string;
  /** Absent where it is not known. */
  readonly suitePath?: string | undefined;
  readonly target: string;
}

export interface GroupFilter {
  readonly suite?: readonly string[] | undefined;
  readonly target?: readonly string[] | undefined;
}

interface KnownNames {
  /** Those that messages list. */
  readonly names: readonly string[];
  /** All that are accepted. */
  readonly also: readonly string[];
}

function checkNames(kind: 'suite' | 'target', wanted: readonly string[], { names, also }: KnownNames, where: string): void {
  for (const name of wanted) {
    if (also.some((known) => isCalled(known, name))) continue;
    const near = nearestMatch(name, names) ?? nearestMatch(name, also);
    throw new UsageError(`${where} no ${kind} "${name}"`, {
      hint: near === undefined ? `there is ${[...new Set(names)].join(', ') || 'none'}` : `did you mean "${near}"?`,
    });
  }
}

/** What a suite can be called on the command line: its path tells it from others of its name. */
function namesOf({ suite, suitePath }: Named): readonly string[] {
  return suitePath === undefined ? [suite] : [suite, suitePath];
}

function isOneOf(name: string, wanted: readonly string[]): boolean {
  return wanted.some((written) => isCalled(name, written));
}

/** True for what has one of the suites (by name or path) and one of the targets; no names of a kind are all of it. */
export function matchesGroup(group: Named, { suite = [], target = [] }: GroupFilter): boolean {
  return (suite.length === 0 || namesOf(group).some((name) => isOneOf(name, suite))) && (target.length === 0 || isOneOf(group.target, target));
}

/**
 * What is left after `--suite` and `--target`.
 * @param where begins the message about a name that does not exist, e.g. `the run has`.
 * @throws UsageError for such a name, and when nothing is left.
 */
export function selectGroups<T extends Named>(groups: readonly T[], filter: GroupFilter, where: string): readonly T[] {
  const { suite = [], target = [] } = filter;
  checkNames('suite', suite, { names: groups.map((group) => group.suite), also: groups.flatMap(namesOf) }, where);
  const targets = groups.map((group) => group.target);
  checkNames('target', target, { names: targets, also: targets }, where);
  const left = groups.filter((group) => matchesGroup(group, filter));
  if (left.length > 0 || groups.length === 0) return left;
  throw new UsageError(`${where} no ${suite.join(', ')} on ${target.join(', ')}`, {
    hint: `there is ${groups.map((group) => `${group.suite} on ${group.target}`).join(', ')}`,
  });
}
