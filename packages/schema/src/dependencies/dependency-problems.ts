interface DependentCase {
  readonly id: string;
  readonly dependsOn?: readonly string[] | undefined;
}

/** Why a case of a list can never be run after those that it depends on. */
export interface DependencyProblem<T extends DependentCase> {
  readonly evalCase: T;
  /** Which of its `dependsOn`. */
  readonly index: number;
  /** No case of the list has that id; or the ids of a circle, which ends where it begins. */
  readonly problem: 'unknown' | readonly string[];
}

/** Everything that is wrong with what cases of a suite say that they depend on, each circle once. */
export function dependencyProblems<T extends DependentCase>(cases: readonly T[]): readonly DependencyProblem<T>[] {
  const byId = new Map(cases.map((evalCase) => [evalCase.id, evalCase]));
  const problems: DependencyProblem<T>[] = [];
  const finished = new Set<T>();
  for (const first of cases) {
    if (finished.has(first) || !first.dependsOn) continue;
    // A walk without recursion: chains may be as long as the suite.
    const walk: { readonly evalCase: T; next: number }[] = [{ evalCase: first, next: 0 }];
    const onWalk = new Set<T>([first]);
    for (let step = walk.at(-1); step; step = walk.at(-1)) {
      const { evalCase } = step;
      const index = step.next;
      const id = evalCase.dependsOn?.[index];
      if (id === undefined) {
        finished.add(evalCase);
        onWalk.delete(evalCase);
        walk.pop();
        continue;
      }
      step.next += 1;
      const other = byId.get(id);
      if (!other) problems.push({ evalCase, index, problem: 'unknown' });
      else if (onWalk.has(other)) {
        const begin = walk.findIndex((one) => one.evalCase === other);
        problems.push({ evalCase, index, problem: [...walk.slice(begin).map((one) => one.evalCase.id), id] });
      } else if (!finished.has(other)) {
        walk.push({ evalCase: other, next: 0 });
        onWalk.add(other);
      }
    }
  }
  return problems;
}
