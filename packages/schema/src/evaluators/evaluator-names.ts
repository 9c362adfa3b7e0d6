import type { EvaluatorConfig } from '../domain/evaluator-config.js';

/** An evaluator of a list before names are given to those that have none. */
export interface EvaluatorEntry extends Omit<EvaluatorConfig, 'name'> {
  readonly name: string | undefined;
}

/** Names the evaluators that have no name after their type: `rubric`, then `rubric-2`, and so on. */
export function nameEvaluators(entries: readonly EvaluatorEntry[]): readonly EvaluatorConfig[] {
  const [only] = entries;
  // Lists of one, of which large datasets have millions.
  if (only && entries.length === 1) return [{ ...only, name: only.name ?? only.type }];
  const taken = new Set(entries.map(({ name }) => name));
  const reached = new Map<string, number>();
  return entries.map(({ name, type, ...entry }) => {
    let own = name;
    while (own === undefined) {
      const number = (reached.get(type) ?? 0) + 1;
      reached.set(type, number);
      const candidate = number === 1 ? type : `${type}-${number}`;
      if (!taken.has(candidate)) own = candidate;
    }
    taken.add(own);
    return { name: own, type, ...entry };
  });
}
