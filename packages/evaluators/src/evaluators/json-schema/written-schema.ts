import { isJsonObject, jsonErrorWords, parseJson, recordOf, UnscoredError, type JsonObject, type OptionProblem } from '@assay/schema';
import * as v from 'valibot';
import { fileError, findContainedFile, type FilePlace } from '../../files/find-contained-file.js';
import { readTextFile } from '../../files/read-text-file.js';
import { keywordsOfLaterDrafts } from '../../json/schema-drafts.js';
import { problemsOf } from '../../options/option-problems.js';
import { wordedText } from '../../options/texts.js';
import { compileSchema, type Validate } from './compile-schema.js';

const HINT = 'give the path of a JSON file, relative to the suite’s folder, or write the schema itself as a mapping';

/** A JSON Schema as an option: itself, or the path of a file with it. */
export const WrittenSchema = v.pipe(
  v.union([wordedText('schema'), recordOf(v.unknown())], 'schema must be a JSON Schema, or the path of a file with one'),
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

type Written = string | Readonly<Record<string, unknown>>;

/** A schema that is written out or read from its file, and what messages call it. */
async function schemaOf(written: Written, place: FilePlace): Promise<readonly [schema: JsonObject, subject: string]> {
  if (typeof written !== 'string') return [written as JsonObject, 'the JSON Schema'];
  return [await readSchema(written, place), `the JSON Schema in "${written}"`];
}

/** @throws UnscoredError (config) when there is no such file, or it holds no usable schema. */
export async function compileWritten(written: Written, place: FilePlace): Promise<Validate> {
  return compileSchema(...(await schemaOf(written, place)));
}

/** What is wrong with the option `schema`. Keywords that its draft passes over would let through what they forbid. */
export async function schemaProblems(written: Written, place: FilePlace): Promise<readonly OptionProblem[]> {
  const path = ['schema'];
  const problems = await problemsOf(path, () => compileWritten(written, place));
  if (problems.length > 0) return problems;
  const [schema, subject] = await schemaOf(written, place);
  return keywordsOfLaterDrafts(schema).map(({ keyword, draft }) => ({
    path,
    message: `${subject} has the keyword ${keyword} of ${draft}, which the draft of its $schema does not know: it checks nothing`,
    hint: 'name the later draft as $schema, or leave $schema out',
    severity: 'warning',
  }));
}

const MOST_MISSES = 20;

/** What is wrong with a value, bounded. */
export function boundedProblems(problems: readonly string[]): readonly string[] {
  const more = problems.length - MOST_MISSES;
  return more > 0 ? [...problems.slice(0, MOST_MISSES), `and ${more} more`] : problems;
}
