import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';

/** Where a case has a rubric of its own: inline, or as an entry of a list of evaluators. */
export type RubricPlace = readonly (string | number)[];

const TYPES: ReadonlySet<unknown> = new Set(['rubric', 'rubrics']);

function entryIn(list: unknown, path: RubricPlace): RubricPlace | undefined {
  if (!Array.isArray(list)) return undefined;
  const index = list.findIndex((entry) => isJsonObject(entry) && TYPES.has(entry['type']));
  return index < 0 ? undefined : [...path, index, 'rubrics'];
}

/**
 * The path in a case, as it is written, to its own rubric lines; undefined when it has none. An
 * empty list is none. Rubrics that its suite gives it are not its own.
 */
export function ownRubric(raw: unknown): RubricPlace | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { rubrics, evaluators, execution, evaluator } = raw;
  const inline = typeof rubrics === 'string' || (Array.isArray(rubrics) && rubrics.length > 0);
  if (inline) return ['rubrics'];
  const single = isJsonObject(evaluator) && TYPES.has(evaluator['type']) ? ['evaluator', 'rubrics'] : undefined;
  return (
    entryIn(evaluators, ['evaluators']) ??
    entryIn(isJsonObject(execution) ? execution['evaluators'] : undefined, ['execution', 'evaluators']) ??
    single
  );
}

/** A case, or a value in it, with another value at a path. */
export function withValueAt(raw: JsonValue, path: RubricPlace, value: JsonValue): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (Array.isArray(raw)) return raw.map((item: JsonValue, index) => (index === part ? withValueAt(item, rest, value) : item));
  const source: JsonObject = isJsonObject(raw) ? raw : {};
  return { ...source, [part]: withValueAt(source[part] ?? {}, rest, value) };
}
