import {
  describeKind,
  EVAL_CASE_ALIASES,
  findEvaluator,
  isJsonObject,
  type JsonValue,
  type NormalizeContext,
  readWeight,
  reportError,
  type ValuePath,
} from '@assay/schema';
import { fieldName } from '../messages/field-name.js';

const TEXT_KEYS: readonly string[] = EVAL_CASE_ALIASES.criterion;

/** Holds the place of a line that was reported, so that the evaluator does not report it once more. */
export const REPORTED = '(reported)';

/** The checks that are possible when it is not known which rubric evaluator is installed. */
function checkItem(context: NormalizeContext, item: JsonValue, path: ValuePath): void {
  if (!isJsonObject(item)) return;
  readWeight(context, item['weight'], [...path, 'weight'], `${fieldName(path)}: `);
  if (!TEXT_KEYS.some((key) => typeof item[key] === 'string')) {
    reportError(context, path, `${fieldName(path)} has no description`, {
      hint: 'write what a good reply does under description',
    });
  }
}

/** Lines are found by their ids in results: one that stands twice is reported with both places. */
export function checkRubricIds(context: NormalizeContext, raw: unknown, path: ValuePath): void {
  if (!Array.isArray(raw)) return;
  const places = new Map<string, ValuePath>();
  for (const [index, item] of (raw as readonly unknown[]).entries()) {
    const written = isJsonObject(item) ? item['id'] : undefined;
    if (typeof written !== 'string' && typeof written !== 'number') continue;
    const id = String(written);
    const idPath = [...path, index, 'id'];
    const first = places.get(id);
    if (first === undefined) places.set(id, idPath);
    else {
      reportError(context, idPath, `two rubrics have the id "${id}"`, {
        code: 'duplicate-id',
        hint: 'give each rubric its own id, or leave the ids out',
        related: { message: 'the first one is here', path: first },
      });
    }
  }
}

/** The items of a `rubrics` list: strings, or mappings with a description. One string may stand alone. */
export function readRubrics(context: NormalizeContext, raw: unknown, path: ValuePath): readonly JsonValue[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const list: unknown = typeof raw === 'string' ? [raw] : raw;
  if (!Array.isArray(list)) {
    reportError(context, path, `${fieldName(path)} must be a list, not ${describeKind(raw)}`, {
      hint: 'write a list of sentences that a good reply fulfils',
    });
    return undefined;
  }
  if (list.length === 0) return undefined;
  const lines = list.map((item: unknown, index): JsonValue => {
    if ((typeof item !== 'string' || item.trim() === '') && !isJsonObject(item)) {
      reportError(context, [...path, index], `${fieldName(path)}[${index}] must be a sentence or a mapping with a description, not ${typeof item === 'string' ? 'an empty text' : describeKind(item)}`, {
        hint: 'write what a good reply does',
      });
      return REPORTED;
    }
    return item;
  });
  if (!findEvaluator(context, 'rubric')) {
    lines.forEach((item, index) => checkItem(context, item, [...path, index]));
  }
  return lines;
}
