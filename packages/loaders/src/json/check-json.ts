import { jsonErrorWords } from '@assay/schema';
import { jsonErrorOffset } from './json-error.js';
import { fileProblem } from '../files/file-problem.js';

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
