import { isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonValue } from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

/** An entry as it stands in the options of a composite: a mapping, or the bare name of a type. */
function entryWants(entry: JsonValue | undefined, find: Find): boolean {
  if (typeof entry === 'string') return find(entry)?.uses?.includes('confidence') ?? false;
  if (!isJsonObject(entry)) return false;
  const { type, evaluators, aggregator } = entry;
  const members: readonly JsonValue[] = Array.isArray(evaluators) ? evaluators : [];
  return (
    (typeof type === 'string' && entryWants(type, find)) ||
    entryWants(aggregator, find) ||
    members.some((member) => entryWants(member, find))
  );
}

/** Whether an evaluator of the list, or a member of a composite, looks at how sure the target says it is. */
export function wantsConfidence(evaluators: readonly EvaluatorConfig[], find: Find): boolean {
  return evaluators.some(({ type, options }) => entryWants({ ...options, type }, find));
}
