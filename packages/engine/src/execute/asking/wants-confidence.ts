import { isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonObject, type JsonValue } from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

function typeWants(type: JsonValue | undefined, find: Find): boolean {
  return typeof type === 'string' && (find(type)?.uses?.includes('confidence') ?? false);
}

/** An entry as it stands in the options of a composite: a mapping, or the bare name of a type. */
function entryWants(entry: JsonValue | undefined, find: Find): boolean {
  if (!isJsonObject(entry)) return typeWants(entry, find);
  return typeWants(entry['type'], find) || membersWant(entry, find);
}

function membersWant({ evaluators, aggregator }: JsonObject, find: Find): boolean {
  const members: readonly JsonValue[] = Array.isArray(evaluators) ? evaluators : [];
  return entryWants(aggregator, find) || members.some((member) => entryWants(member, find));
}

/** Whether an evaluator of the list, or a member of a composite, looks at how sure the target says it is. */
export function wantsConfidence(evaluators: readonly EvaluatorConfig[], find: Find): boolean {
  return evaluators.some(({ type, options }) => typeWants(type, find) || membersWant(options, find));
}
