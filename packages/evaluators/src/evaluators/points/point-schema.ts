import { isJsonObject, parseRubric, type JsonObject } from '@assay/schema';
import * as v from 'valibot';

const FORMS = 'a point is a text, {$function: argument}, {text, multiplier, citation} or {fn, fnArgs, multiplier, citation}';

/** A point, a list of points, or a list of such lists. What is in it is the business of the reader of points. */
const ItemSchema = v.union([v.string(FORMS), v.custom<JsonObject>(isJsonObject, FORMS), v.array(v.unknown(), FORMS)], FORMS);

/**
 * A list of points as it may be written. Those of files have been read before, and are in their normal
 * form by now; what a program gives is checked by the same reading.
 */
export function rubricList(key: 'should' | 'should_not', meaning: string) {
  return v.optional(
    v.pipe(
      v.array(ItemSchema, `${key} must be a list of points`),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        for (const { path, message } of parseRubric(dataset.value, key).problems) {
          const at = Number(path[0] ?? 0);
          addIssue({ message, path: [{ type: 'array', origin: 'value', input: dataset.value, key: at, value: dataset.value[at] }] });
        }
      }),
      v.description(meaning),
    ),
  );
}
