import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { InvalidFileError, isJsonObject, jsonErrorWords } from '@assay/schema';
import type { LoadSession } from './load-session.js';
import { fileProblem, outsideProblem, startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { jsonErrorOffset } from '../jsonl/json-error.js';
import { LineReader } from '../jsonl/line-reader.js';
import { reallyContains } from '../references/contains.js';
import { parseYaml, type ParsedYaml } from '../yaml/parse-yaml.js';
import { detectDialect, type DetectedDialect } from './detect-dialect.js';

/** A dataset file that has been looked into: parsed whole, or for JSONL only its first line. */
export type SourceFile =
  | { readonly format: 'documents'; readonly dialect: DetectedDialect; readonly parsed: ParsedYaml }
  | { readonly format: 'lines'; readonly dialect: DetectedDialect };

/**
 * JSON is stricter than the YAML parser that gives the positions.
 * @throws InvalidFileError
 */
export function checkJson(text: string, shown: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const offset = jsonErrorOffset(text);
    const before = text.slice(0, offset).split('\n');
    throw fileProblem('invalid-json', `Invalid JSON: ${jsonErrorWords(error)}`, 'check the quotes, commas and brackets around this place', {
      file: shown,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    });
  }
}

async function openLines(file: string, shown: string): Promise<SourceFile> {
  const reader = new LineReader(file, shown);
  try {
    while (await reader.fill()) {
      for (let line = reader.take(); line !== undefined; line = reader.take()) {
        if (line.trim() === '') continue;
        return { format: 'lines', dialect: dialectOfLine(line) };
      }
    }
    throw fileProblem('empty-file', 'the file is empty', 'write one case as a JSON object on each line', startOf(shown));
  } finally {
    await reader.close();
  }
}

/** A line that is broken, or has an id and little else, is left to the loader of cases, which says what is wrong. */
function dialectOfLine(line: string): DetectedDialect {
  try {
    const value: unknown = JSON.parse(line);
    const dialect = detectDialect([value]);
    return dialect === 'unknown' && (!isJsonObject(value) || value['id'] !== undefined) ? 'eval-case' : dialect;
  } catch {
    return 'eval-case';
  }
}

const JSON_BEGINNING = 'write { "evalcases": [{ "id": "…", "expected_outcome": "…", "input": "…" }] }';

/**
 * Opens a dataset file and finds out what it is.
 * @throws InvalidFileError when it cannot be read or parsed, or is empty.
 */
export async function openSource(session: Pick<LoadSession, 'file' | 'shown'> & Partial<Pick<LoadSession, 'trust' | 'projectRoot'>>): Promise<SourceFile> {
  const { file, shown, trust, projectRoot } = session;
  if (trust && projectRoot !== undefined && existsSync(file) && !reallyContains(projectRoot, file)) throw outsideProblem(shown);
  const extension = extname(file).toLowerCase();
  if (extension === '.jsonl') return openLines(file, shown);
  const text = await readSource(file, shown);
  const howToBegin = extension === '.json' ? JSON_BEGINNING : 'write cases under evalcases:';
  if (text.trim() === '') {
    throw fileProblem('empty-file', 'the file is empty', howToBegin, startOf(shown));
  }
  if (extension === '.json') checkJson(text, shown);
  const parsed = parseYaml(text, shown);
  if (!parsed.usable) throw new InvalidFileError(parsed.diagnostics);
  if (parsed.documents.length === 0) {
    const nothing = /^[ \t]*(?:null|~)/mu.test(text) ? 'nothing but null' : 'nothing but comments';
    throw fileProblem('empty-file', `the file holds ${nothing}`, howToBegin, startOf(shown));
  }
  return { format: 'documents', dialect: detectDialect(parsed.documents.map(({ value }) => value)), parsed };
}
