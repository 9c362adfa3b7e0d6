import { defineEvaluator, isJsonObject, jsonErrorWords, parseJson, UnscoredError, type JsonObject, recordOf } from '@assay/schema';
import * as v from 'valibot';
import { findJson } from '../../json/find-json.js';
import { fileError, findContainedFile, type FilePlace } from '../../files/find-contained-file.js';
import { readTextFile } from '../../files/read-text-file.js';
import { compileSchema, type Validate } from './compile-schema.js';
import { entryObject } from '../../options/entry-object.js';
import { problemsOf } from '../../options/option-problems.js';
import { requiredText } from '../../options/texts.js';

const MOST_MISSES = 20;

const HINT = 'give the path of a JSON file, relative to the suite’s folder, or write the schema itself as a mapping';

async function readSchema(written: string, place: FilePlace): Promise<JsonObject> {
  const subject = `the schema file "${written}"`;
  const unusable = (what: string): UnscoredError =>
    new UnscoredError(`${subject} ${what}`, { reason: 'config', hint: HINT });
  const found = await findContainedFile(written, place);
  if (found.kind !== 'found') throw fileError(subject, found, place, HINT);
  const text = await readTextFile(found, subject);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw unusable(`is not JSON: ${jsonErrorWords(error)}`);
  }
  if (!isJsonObject(value)) throw unusable('does not hold a JSON object');
  return value;
}

/** @throws UnscoredError (config) when there is no such file, or it holds no usable schema. */
async function compileWritten(schema: string | Readonly<Record<string, unknown>>, place: FilePlace): Promise<Validate> {
  if (typeof schema !== 'string') return compileSchema(schema as JsonObject, 'the JSON Schema');
  return compileSchema(await readSchema(schema, place), `the JSON Schema in "${schema}"`);
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
        [requiredText('schema'), recordOf(v.unknown())],
        'schema must be a JSON Schema, or the path of a file with one',
      ),
      v.description('The JSON Schema, or the path of a file with it, relative to the suite and inside the project'),
    ),
  }),
  programs: 'never',
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
  check: ({ options, ...place }) => problemsOf(['schema'], () => compileWritten(options.schema, place)),
  evaluate: async ({ options, response, services, signal }) => {
    const validate = await compileWritten(options.schema, services);
    const found = findJson(response.text);
    if (!found) return { score: 0, hits: [], misses: ['the response has no JSON'] };
    const problems = await validate(found.value, signal);
    if (problems.length === 0) return { score: 1, hits: ['the JSON fits the schema'], misses: [] };
    const more = problems.length - MOST_MISSES;
    return {
      score: 0,
      hits: [],
      misses: more > 0 ? [...problems.slice(0, MOST_MISSES), `and ${more} more`] : problems,
    };
  },
});
