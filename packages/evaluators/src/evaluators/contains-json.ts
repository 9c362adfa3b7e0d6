import { defineEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { boundedProblems, compileWritten, schemaProblems, WrittenSchema } from './json-schema/written-schema.js';
import { findJson, wholeJson } from '../json/find-json.js';
import { entryObject } from '../options/entry-object.js';
import { flag } from '../options/numbers.js';

/** There is JSON in the response. */
export const containsJson = defineEvaluator({
  name: 'contains_json',
  aliases: ['contains-json'],
  description:
    'Checks that the response contains JSON: as the whole text, in a fenced block, or as the first object or list in the text. If a JSON ' +
    'Schema is given, the JSON must also match it. 1 if so, else 0.',
  options: entryObject({
    schema: v.optional(WrittenSchema),
    whole: v.optional(v.pipe(flag('whole'), v.description('Allows nothing around the JSON except a single code fence; default false'))),
  }),
  programs: 'never',
  files: ['schema'],
  examples: [
    { title: 'Any JSON', value: { type: 'contains_json' } },
    { title: 'An object with a name, and nothing else', value: { type: 'contains_json', schema: { type: 'object', required: ['name'] }, whole: true } },
  ],
  check: ({ options: { schema }, ...place }) => (schema === undefined ? [] : schemaProblems(schema, place)),
  evaluate: async ({ options: { schema, whole = false }, response, services, signal }) => {
    const validate = schema === undefined ? undefined : await compileWritten(schema, services);
    const found = whole ? wholeJson(response.text) : findJson(response.text);
    if (!found) return { score: 0, hits: [], misses: [whole ? 'the response is not JSON' : 'the response has no JSON'] };
    const problems = (await validate?.(found.value, signal)) ?? [];
    if (problems.length > 0) return { score: 0, hits: [], misses: boundedProblems(problems) };
    return { score: 1, hits: [validate ? 'the JSON fits the schema' : whole ? 'the response is JSON' : 'the response has JSON'], misses: [] };
  },
});
