import { readFile, stat } from 'node:fs/promises';
import { InvalidFileError } from '@assay/schema';
import { fileProblem, startOf, systemProblem } from './file-problem.js';
import { decodeText } from './text-encoding.js';

/** Largest file that is read whole, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The text of a file that is read whole.
 * @throws InvalidFileError when it is missing, not readable, no regular file, too large, or no UTF-8 text.
 */
export async function readSource(file: string, shown: string): Promise<string> {
  let bytes: Buffer;
  try {
    const info = await stat(file);
    if (info.isDirectory()) throw Object.assign(new TypeError('is a directory'), { code: 'EISDIR' });
    if (!info.isFile()) {
      throw fileProblem('not-a-file', 'this is a device, pipe or socket, not a file', 'write its content to a file first', startOf(shown));
    }
    if (info.size > MAX_BYTES) {
      throw fileProblem(
        'file-too-large',
        `the file has ${Math.ceil(info.size / 1024 / 1024)} MB; files that are read whole may have ${MAX_BYTES / 1024 / 1024} MB`,
        'write the cases as JSONL, which is streamed',
        startOf(shown),
      );
    }
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof InvalidFileError) throw error;
    throw await systemProblem(error, file, shown);
  }
  const text = decodeText(bytes);
  if (typeof text === 'string') return text;
  throw fileProblem(text.code, text.message, text.hint, { file: shown, line: text.line, column: text.column });
}
