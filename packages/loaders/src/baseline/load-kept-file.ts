import { resolve } from 'node:path';
import { InvalidFileError, jsonErrorWords, JsonNumberError, parseJson, type Diagnostic, type SourceLocation, type ValuePath } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { jsonErrorOffset } from '../json/json-error.js';
import { unboundedNumbers } from '../json/unbounded-number.js';
import { parseYaml } from '../yaml/parse-yaml.js';

function placeIn(text: string, offset: number, file: string): SourceLocation {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function parsed(text: string, shown: string, again: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonNumberError) throw new InvalidFileError(unboundedNumbers(text, (offset) => placeIn(text, offset, shown)).findings);
    const conflict = /^(?:<{7}|={7}|>{7})/mu.test(text);
    throw fileProblem(
      'invalid-json',
      conflict ? 'the file has conflicts of a merge in it' : `Invalid JSON: ${jsonErrorWords(error)}`,
      conflict ? `keep one side of each conflict, ${again}` : `check the quotes, commas and brackets around this place, ${again}`,
      placeIn(text, jsonErrorOffset(text), shown),
    );
  }
}

/**
 * Reads a file of JSON that Assay wrote and people keep in version control.
 * @param again how such a file is had again, in words that go on after a comma.
 * @throws InvalidFileError for one that is empty or no JSON.
 */
export async function readKeptFile(path: string, { workingDirectory, again }: { readonly workingDirectory: string; readonly again: string }) {
  const file = resolve(workingDirectory, path);
  const shown = displayPath(file, workingDirectory);
  // As Assay wrote it: editors and version control may add a byte order mark, or change the line ends.
  const text = (await readSource(file, shown)).replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
  if (text.trim() === '') throw fileProblem('empty-file', 'the file is empty', `restore it, ${again}`, startOf(shown));
  return { text, shown, value: parsed(text, shown, again) };
}

interface Misplaced {
  readonly text: string;
  readonly shown: string;
  readonly code: string;
  readonly problems: readonly { readonly path: ValuePath; readonly message: string; readonly hint: string }[];
}

/** What is wrong with the value of such a file, with places. */
export function misplaced({ text, shown, code, problems }: Misplaced): InvalidFileError {
  const [document] = parseYaml(text, shown).documents;
  return new InvalidFileError(problems.map(({ path, message, hint }) => ({ severity: 'error', code, message, hint, location: document?.locate(path) ?? startOf(shown) })));
}

interface KeptText {
  readonly text: string;
  readonly shown: string;
  /** The file as Assay writes it. */
  readonly written: string;
  /** How such a file is had again, in words that go on after a comma. */
  readonly again: string;
}

/**
 * Keys that stand in such a file twice: JSON keeps the last of them in silence. A file as Assay writes it has none, and need not be parsed a
 * second time.
 */
export function repeatedKeys({ text, shown, written, again }: KeptText): readonly Diagnostic[] {
  if (written === text) return [];
  return parseYaml(text, shown)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map((finding) => ({ ...finding, hint: `keep one of them, ${again}` }));
}
