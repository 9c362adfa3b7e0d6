import { isJsonObject } from '@assay/schema';
import * as v from 'valibot';
import { nonNegative } from '../options/numbers.js';
import { requiredText } from '../options/texts.js';
import { unionMessage } from '../options/union-message.js';
import { readPoint } from './read-points.js';

const FORMS = 'a point is a text, {$function: argument}, {text, weight, citation} or {fn, arg, weight, citation}';

const PointObjectSchema = v.pipe(
  v.record(v.string(), v.unknown(), FORMS),
  v.check((value) => isJsonObject(value) && readPoint(value) !== undefined, FORMS),
  v.check((value) => {
    const weight = value['weight'] ?? value['multiplier'];
    return weight === undefined || v.is(nonNegative('weight'), weight);
  }, 'weight must be >= 0'),
);

const PointSchema = v.union([requiredText('a point'), PointObjectSchema], unionMessage(FORMS));

const MIXED = 'a list in a rubric holds points alone (one alternative) or lists of points alone (several)';

function listOf<const TItem extends v.GenericSchema>(item: TItem, message: string) {
  return v.pipe(v.array(item, message), v.minLength(1, 'a list of points must not be empty'));
}

const PathSchema = listOf(PointSchema, MIXED);
const BlockSchema = listOf(PathSchema, MIXED);

/** An entry of `should` or `should_not` as it may be written. */
export const RubricItemSchema = v.union([PointSchema, PathSchema, BlockSchema], unionMessage(MIXED));
