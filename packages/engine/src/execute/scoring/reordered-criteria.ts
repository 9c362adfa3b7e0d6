import { isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonObject, type JsonValue } from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

/** Options with the criteria in them in the reverse order. */
interface Reordered {
  readonly options: JsonObject;
  /** How many criteria judges are asked about there, as far as that matters: none, one, or two for several. */
  readonly criteria: number;
}

function reorderedMember(member: JsonValue, find: Find): { readonly member: JsonValue; readonly criteria: number } {
  const options = isJsonObject(member) ? member : {};
  const type = isJsonObject(member) ? member['type'] : member;
  if (typeof type !== 'string') return { member, criteria: 0 };
  const reordered = reorderedOptions(type, options, find);
  return { member: isJsonObject(member) ? reordered.options : member, criteria: reordered.criteria };
}

function reorderedOptions(type: string, options: JsonObject, find: Find): Reordered {
  const definition = find(type);
  if (!definition || definition.compare) return { options, criteria: 0 };
  const { evaluators } = options;
  if (Array.isArray(evaluators)) {
    const members = evaluators.map((member) => reorderedMember(member, find));
    const within = { ...options, evaluators: members.map(({ member }) => member) };
    return { options: definition.reordered?.(within) ?? within, criteria: members.reduce((sum, { criteria }) => sum + criteria, 0) };
  }
  if (!definition.uses?.includes('judge')) return { options, criteria: 0 };
  const own = definition.reordered?.(options);
  return { options: own ?? options, criteria: own ? 2 : 1 };
}

/**
 * The evaluator entries of a case with its criteria in the reverse order: the entries themselves, members of composites, and lists
 * of criteria in them.
 * @returns undefined where judges score by fewer than two.
 */
export function reorderedCriteria(entries: readonly EvaluatorConfig[], find: Find): readonly EvaluatorConfig[] | undefined {
  const reordered = entries.map((entry) => ({ entry, ...reorderedOptions(entry.type, entry.options, find) }));
  if (reordered.reduce((sum, { criteria }) => sum + criteria, 0) < 2) return undefined;
  return reordered.map(({ entry, options }) => ({ ...entry, options })).toReversed();
}
