import type { LocatedCase, Lose } from '@assay/schema';

/** A case is written as it is asked: filled in, by one prompt. Prompts and variables of their own stay behind. */
export function loseVariables(cases: readonly LocatedCase[], lose: Lose): void {
  for (const located of cases) {
    const { prompts = [], vars = {} } = located.evalCase;
    const [first, ...others] = prompts;
    if (first && others.length > 0) lose(located, 'prompts', `a case is asked once; it is written with "${first.name}", and without ${others.map(({ name }) => `"${name}"`).join(', ')}`);
    const names = Object.keys(vars);
    if (names.length > 0) lose(located, 'vars', `${names.join(', ')}: they are filled in, and are no variables any more`);
  }
}
