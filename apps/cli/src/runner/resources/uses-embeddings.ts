import { isJsonObject, type EvalCase, type EvaluatorConfig, type EvaluatorDefinition, type JsonValue } from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

function needs(type: JsonValue | undefined, options: JsonValue | undefined, find: Find): boolean {
  if (typeof type === 'string' && find(type)?.uses?.includes('embeddings')) return true;
  const members = isJsonObject(options) ? options['evaluators'] : undefined;
  if (!Array.isArray(members)) return false;
  return members.some((member: JsonValue) => (isJsonObject(member) ? needs(member['type'], member, find) : needs(member, undefined, find)));
}

/** The first evaluator of a case that asks an embedding model, itself or by a member; undefined when none does. */
export function usesEmbeddings({ evaluators }: EvalCase, find: Find): EvaluatorConfig | undefined {
  return evaluators.find(({ type, options }) => needs(type, options, find));
}
