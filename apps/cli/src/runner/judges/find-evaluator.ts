import { findDefinition, type EvaluatorDefinition } from '@assay/schema';

/** Finds an evaluator by type or alias. */
export type FindEvaluator = (type: string) => EvaluatorDefinition | undefined;

/** A search that remembers: a run asks for the same few evaluators several times a trial. */
export function rememberedSearch(definitions: readonly EvaluatorDefinition[]): FindEvaluator {
  const found = new Map<string, EvaluatorDefinition | undefined>();
  return (type) => {
    if (!found.has(type)) found.set(type, findDefinition(definitions, type));
    return found.get(type);
  };
}
