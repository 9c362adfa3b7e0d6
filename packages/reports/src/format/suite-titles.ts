/** A suite as it is shown; baselines do not always know the path. */
export interface ShownSuite {
  readonly suite: string;
  readonly suitePath?: string | undefined;
}

function titleOf({ suite, suitePath }: ShownSuite): string {
  return suitePath === undefined ? suite : `${suite} (${suitePath})`;
}

/**
 * What suites are called among others: `name`, and `name (path)` where a name occurs twice in what is shown.
 * @param shown all suites that are shown, in any order, as often as they occur.
 */
export function suiteTitles(shown: Iterable<ShownSuite>): (suite: ShownSuite) => string {
  const suites = new Map<string, Set<string>>();
  for (const { suite, suitePath } of shown) {
    // What does not know its path is taken for one of those that do.
    if (suitePath !== undefined) suites.set(suite, (suites.get(suite) ?? new Set()).add(suitePath));
  }
  return (each) => ((suites.get(each.suite)?.size ?? 0) > 1 ? titleOf(each) : each.suite);
}

/** The same for a run of which the names alone are known, one for each suite. */
export function titlesAmongNames(names: readonly string[]): (suite: ShownSuite) => string {
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return (each) => (twice.has(each.suite) ? titleOf(each) : each.suite);
}

/** Items under the titles of their suites. */
export function withTitles<T extends ShownSuite>(items: readonly T[], title: (suite: ShownSuite) => string): readonly T[] {
  return items.map((item) => ({ ...item, suite: title(item) }));
}
