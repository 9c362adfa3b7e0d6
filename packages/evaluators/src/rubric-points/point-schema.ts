import { isJsonObject, type JsonObject } from '@assay/schema';
import * as v from 'valibot';
import { nonNegative } from '../options/numbers.js';
import { unionMessage } from '../options/union-message.js';
import { readPoint, saidTwice } from './read-points.js';

const FORMS = 'a point is a text, {$function: argument}, {text, weight, citation} or {fn, arg, weight, citation}';

const PointObjectSchema = v.pipe(
  // No record: to that a list is an object too.
  v.custom<JsonObject>(isJsonObject, FORMS),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const twice = saidTwice(dataset.value);
    if (twice) addIssue({ message: `${twice.join(' and ')} are the same thing: give one of them` });
    else if (readPoint(dataset.value) === undefined) addIssue({ message: FORMS });
  }),
  v.check((value) => {
    const weight = value['weight'] ?? value['multiplier'];
    return weight === undefined || v.is(nonNegative('weight'), weight);
  }, 'weight must be >= 0'),
);

const PointTextSchema = v.pipe(
  v.string(FORMS),
  v.check((text) => text.trim() !== '', 'a point must not be empty'),
);

const PointSchema = v.union([PointTextSchema, PointObjectSchema], unionMessage(FORMS));

const MIXED = 'a list in a rubric holds points alone (one alternative) or lists of points alone (several)';
const EMPTY = 'a list of points must not be empty';

function listOf<const TItem extends v.GenericSchema>(item: TItem) {
  return v.pipe(v.array(item, MIXED), v.minLength(1, EMPTY));
}

const PathSchema = listOf(PointSchema);
const BlockSchema = listOf(PathSchema);

/** What is wrong with an entry: that it is a strange list, or something in it. */
function itemMessage(issue: v.UnionIssue<v.BaseIssue<unknown>>): string {
  const { input } = issue;
  if (!Array.isArray(input)) return unionMessage(FORMS)(issue);
  if (input.length === 0) return EMPTY;
  const lists = input.filter((item) => Array.isArray(item)).length;
  return lists > 0 && lists < input.length ? MIXED : unionMessage(MIXED)(issue);
}

/** An entry of `should` or `should_not` as it may be written. */
export const RubricItemSchema = v.union([PointSchema, PathSchema, BlockSchema], itemMessage);
