import { isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonObject, type JsonValue } from '@assay/schema';

type Find = (type: string) => EvaluatorDefinition | undefined;

/** Options with the criteria in them in the reverse order. */
interface Reordered<T> {
  readonly options: T;
  /** Whether judges score by something there. */
  readonly isJudged: boolean;
  /** Whether they see it in another order now. */
  readonly isMoved: boolean;
}

/** Whether the order of these matters to judges: where two of them are judged, or somebody judges all of them together. */
const isSeen = (parts: readonly Pick<Reordered<unknown>, 'isJudged'>[], together = false): boolean => parts.length > 1 && (together || parts.filter(({ isJudged }) => isJudged).length > 1);

function reorderedMember(member: JsonValue, find: Find): Reordered<JsonValue> {
  const options = isJsonObject(member) ? member : {};
  const type = isJsonObject(member) ? member['type'] : member;
  if (typeof type !== 'string') return { options: member, isJudged: false, isMoved: false };
  const reordered = reorderedOptions(type, options, find);
  return isJsonObject(member) ? reordered : { ...reordered, options: member };
}

function isJudgedBy(aggregator: JsonValue | undefined, find: Find): boolean {
  const type = isJsonObject(aggregator) ? aggregator['type'] : undefined;
  return typeof type === 'string' && find(type)?.uses?.includes('judge') === true;
}

function reorderedOptions(type: string, options: JsonObject, find: Find): Reordered<JsonObject> {
  const definition = find(type);
  if (!definition || definition.compare) return { options, isJudged: false, isMoved: false };
  const { evaluators, aggregator } = options;
  if (Array.isArray(evaluators)) {
    const members = evaluators.map((member) => reorderedMember(member, find));
    const within = { ...options, evaluators: members.map((member) => member.options) };
    const turned = definition.reordered?.(within);
    const together = isJudgedBy(aggregator, find);
    return {
      options: turned ?? within,
      isJudged: together || members.some(({ isJudged }) => isJudged),
      isMoved: members.some(({ isMoved }) => isMoved) || (turned !== undefined && isSeen(members, together)),
    };
  }
  if (!definition.uses?.includes('judge') || definition.judgesOf?.(options) === 'none') return { options, isJudged: false, isMoved: false };
  const own = definition.reordered?.(options);
  return { options: own ?? options, isJudged: true, isMoved: own !== undefined };
}

/**
 * The evaluator entries of a case with its criteria in the reverse order: the entries themselves, members of composites, and lists
 * of criteria in them.
 * @returns undefined where judges see none of it in another order.
 */
export function reorderedCriteria(entries: readonly EvaluatorConfig[], find: Find): readonly EvaluatorConfig[] | undefined {
  const reordered = entries.map((entry) => ({ entry, ...reorderedOptions(entry.type, entry.options, find) }));
  if (!isSeen(reordered) && !reordered.some(({ isMoved }) => isMoved)) return undefined;
  return reordered.map(({ entry, options }) => ({ ...entry, options })).toReversed();
}
