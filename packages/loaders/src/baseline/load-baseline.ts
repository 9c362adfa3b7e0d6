import { resolve } from 'node:path';
import { decodeBaseline, formatBaseline, InvalidFileError, jsonErrorWords, JsonNumberError, parseJson, type Baseline, type Diagnostic, type SourceLocation } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { jsonErrorOffset } from '../json/json-error.js';
import { unboundedNumber } from '../json/unbounded-number.js';
import { parseYaml } from '../yaml/parse-yaml.js';

export interface LoadBaselineOptions {
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
}

const SAVE_AGAIN = 'or delete the file and save the baseline again: assay baseline save';

function placeIn(text: string, offset: number, file: string): SourceLocation {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function parsed(text: string, shown: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonNumberError) throw new InvalidFileError([unboundedNumber(text, (offset) => placeIn(text, offset, shown))]);
    const conflict = /^(?:<{7}|={7}|>{7})/mu.test(text);
    throw fileProblem(
      'invalid-json',
      conflict ? 'the file has conflicts of a merge in it' : `Invalid JSON: ${jsonErrorWords(error)}`,
      conflict ? `keep one side of each conflict, ${SAVE_AGAIN}` : `check the quotes, commas and brackets around this place, ${SAVE_AGAIN}`,
      placeIn(text, jsonErrorOffset(text), shown),
    );
  }
}

/**
 * Cases that stand in the file twice: JSON keeps the last of them in silence. A file as Assay writes
 * it has none, and need not be parsed a second time.
 */
function duplicates(text: string, shown: string, baseline: Baseline): readonly Diagnostic[] {
  if (formatBaseline(baseline) === text) return [];
  return parseYaml(text, shown)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map((finding) => ({ ...finding, hint: `keep one of them, ${SAVE_AGAIN}` }));
}

/**
 * Reads a baseline file.
 * @throws InvalidFileError with every finding and its place, for a file that is no baseline of a
 * version that can be read.
 */
export async function loadBaseline(path: string, { workingDirectory = process.cwd() }: LoadBaselineOptions = {}): Promise<Baseline> {
  const file = resolve(workingDirectory, path);
  const shown = displayPath(file, workingDirectory);
  // As Assay wrote it: editors and version control may add a byte order mark, or change the line ends.
  const text = (await readSource(file, shown)).replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
  if (text.trim() === '') throw fileProblem('empty-file', 'the file is empty', `restore it, ${SAVE_AGAIN}`, startOf(shown));
  const { baseline, problems } = decodeBaseline(parsed(text, shown));
  if (!baseline) {
    const [document] = parseYaml(text, shown).documents;
    throw new InvalidFileError(
      problems.map(({ path: place, message, hint }) => ({
        severity: 'error',
        code: 'invalid-baseline',
        message,
        hint,
        location: document?.locate(place) ?? startOf(shown),
      })),
    );
  }
  const twice = duplicates(text, shown, baseline);
  if (twice.length > 0) throw new InvalidFileError(twice);
  return baseline;
}
