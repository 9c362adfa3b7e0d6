import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineEvaluator, isJsonObject, UnscoredError, type JsonObject } from '@assay/schema';
import * as v from 'valibot';
import { findJson } from '../json/find-json.js';
import { compileSchema } from '../json-schemas/compile-schema.js';
import { entryObject } from '../options/entry-object.js';
import { requiredText } from '../options/texts.js';

const MOST_MISSES = 20;

function problem(file: string, what: string): UnscoredError {
  return new UnscoredError(`the schema file ${file} ${what}`, {
    reason: 'config',
    hint: 'give the path of a JSON file, relative to the suite’s folder, or write the schema itself as a mapping',
  });
}

async function readSchema(file: string): Promise<JsonObject> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw problem(file, 'cannot be read');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw problem(file, `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isJsonObject(value)) throw problem(file, 'does not hold a JSON object');
  return value;
}

/** The JSON in the response fits a JSON Schema. */
export const jsonSchema = defineEvaluator({
  name: 'json_schema',
  aliases: ['json-schema'],
  description:
    'Checks the JSON in the response against a JSON Schema: 1 if it fits, else 0; the misses say what does not.',
  options: entryObject({
    schema: v.pipe(
      v.union(
        [requiredText('schema'), v.record(v.string(), v.unknown())],
        'schema must be a JSON Schema, or the path of a file with one',
      ),
      v.description('The JSON Schema, or the path of a file with it, relative to the suite'),
    ),
  }),
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
  evaluate: async ({ options, response, services }) => {
    const { schema } = options;
    const validate = await compileSchema(
      typeof schema === 'string' ? await readSchema(path.resolve(services.directory, schema)) : (schema as JsonObject),
    );
    const found = findJson(response.text);
    if (!found) return { score: 0, hits: [], misses: ['the response has no JSON'] };
    const problems = validate(found.value);
    if (problems.length === 0) return { score: 1, hits: ['the JSON fits the schema'], misses: [] };
    const more = problems.length - MOST_MISSES;
    return {
      score: 0,
      hits: [],
      misses: more > 0 ? [...problems.slice(0, MOST_MISSES), `and ${more} more`] : problems,
    };
  },
});
