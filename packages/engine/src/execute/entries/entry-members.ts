import { entryRequirements, isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonObject, type JsonValue } from '@assay/schema';

/** Finds an evaluator by its type. */
export type FindEvaluator = (type: string) => EvaluatorDefinition | undefined;

/** An entry of evaluators, as far as it is looked at before it scores. */
export type Entry = Pick<EvaluatorConfig, 'type' | 'weight' | 'required' | 'minScore' | 'options'>;

/** An entry as it stands in the options of a composite: a mapping, or the bare name of a type. */
function memberEntry(member: JsonValue): Entry | undefined {
  if (typeof member === 'string') return { type: member, weight: 1, options: {} };
  if (!isJsonObject(member) || typeof member['type'] !== 'string') return undefined;
  const { type, weight } = member;
  return { type, weight: typeof weight === 'number' ? weight : 1, ...entryRequirements(member), options: member };
}

/** The entries that an entry with these options is made of. */
export function membersOf({ evaluators }: JsonObject): readonly Entry[] {
  const members: readonly JsonValue[] = Array.isArray(evaluators) ? evaluators : [];
  return members.flatMap((member) => memberEntry(member) ?? []);
}
