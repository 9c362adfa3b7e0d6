import { definePointFunction } from '@assay/schema';
import * as v from 'valibot';
import { isWholeJson } from '../json/find-json.js';

/** The whole text is JSON. */
export const isJson = definePointFunction({
  name: 'is_json',
  description:
    'Checks that the whole response is JSON, either bare or in one fenced block with nothing around it: 1 if it is, else 0. The argument is ' +
    'true or left out; the opposite is `not_is_json`.',
  options: v.optional(
    v.nullable(v.literal(true, 'is_json takes true or nothing; write not_is_json: true for the opposite')),
  ),
  examples: [{ title: 'Nothing but JSON', value: true }],
  apply: (_, { text }) => isWholeJson(text),
});
