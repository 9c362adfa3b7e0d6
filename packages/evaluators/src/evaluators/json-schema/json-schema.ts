import { defineEvaluator } from '@assay/schema';
import { findJson } from '../../json/find-json.js';
import { entryObject } from '../../options/entry-object.js';
import { boundedProblems, compileWritten, schemaProblems, WrittenSchema } from './written-schema.js';

/** The JSON in the response fits a JSON Schema. */
export const jsonSchema = defineEvaluator({
  name: 'json_schema',
  aliases: ['json-schema'],
  description: 'Validates the JSON in the response against a JSON Schema: 1 if it is valid, else 0; the misses say what is not.',
  options: entryObject({ schema: WrittenSchema }),
  programs: 'never',
  files: ['schema'],
  examples: [
    {
      title: 'An inline schema',
      value: {
        type: 'json_schema',
        schema: { type: 'object', required: ['riskLevel'], properties: { riskLevel: { enum: ['Low', 'High'] } } },
      },
    },
    { title: 'A schema file', value: { type: 'json_schema', schema: 'schemas/invoice.json' } },
  ],
  check: ({ options, ...place }) => schemaProblems(options.schema, place),
  evaluate: async ({ options, response, services, signal }) => {
    const validate = await compileWritten(options.schema, services);
    const found = findJson(response.text);
    if (!found) return { score: 0, hits: [], misses: ['the response has no JSON'] };
    const problems = await validate(found.value, signal);
    if (problems.length === 0) return { score: 1, hits: ['the JSON fits the schema'], misses: [] };
    return { score: 0, hits: [], misses: boundedProblems(problems) };
  },
});
