import { isJsonObject, jsonErrorWords, parseJson, recordOf, UnscoredError, type JsonObject } from '@assay/schema';
import * as v from 'valibot';
import { fileError, findContainedFile, type FilePlace } from '../../files/find-contained-file.js';
import { readTextFile } from '../../files/read-text-file.js';
import { requiredText } from '../../options/texts.js';
import { compileSchema, type Validate } from './compile-schema.js';

const HINT = 'give the path of a JSON file, relative to the suite’s folder, or write the schema itself as a mapping';

/** A JSON Schema as an option: itself, or the path of a file with it. */
export const WrittenSchema = v.pipe(
  v.union([requiredText('schema'), recordOf(v.unknown())], 'schema must be a JSON Schema, or the path of a file with one'),
  v.description('The JSON Schema, or the path of a file with it, relative to the suite and inside the project'),
);

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
export async function compileWritten(schema: string | Readonly<Record<string, unknown>>, place: FilePlace): Promise<Validate> {
  if (typeof schema !== 'string') return compileSchema(schema as JsonObject, 'the JSON Schema');
  return compileSchema(await readSchema(schema, place), `the JSON Schema in "${schema}"`);
}

const MOST_MISSES = 20;

/** What is wrong with a value, bounded. */
export function boundedProblems(problems: readonly string[]): readonly string[] {
  const more = problems.length - MOST_MISSES;
  return more > 0 ? [...problems.slice(0, MOST_MISSES), `and ${more} more`] : problems;
}
