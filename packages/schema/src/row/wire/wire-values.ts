import * as v from 'valibot';
import type { JsonObject, JsonValue } from '../../domain/json.js';
import { recordOf } from '../../json/record-of.js';

/** Rows come out of JSON.parse, so that anything in them is a JSON value: no need to look again. */
export const json = v.unknown() as unknown as v.GenericSchema<JsonValue>;
export const data = recordOf(json) as unknown as v.GenericSchema<JsonObject>;
/** JSON has no word for infinity, but reads one into a figure that is too large (`1e999`). */
export const figure = v.pipe(v.number(), v.finite('must be a number that can be kept, not one beyond 1.8e308'));
