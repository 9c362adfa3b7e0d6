import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { errorText, UnscoredError } from '@assay/schema';

/** Largest file that options may name, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The text of a file that has been found, without a byte order mark.
 * @param subject The file as messages call it.
 * @throws UnscoredError (config) when it is too large, cannot be read, is no UTF-8 text, or is empty.
 */
export async function readTextFile(file: { readonly path: string; readonly size: number }, subject: string): Promise<string> {
  const unusable = (what: string, hint: string, cause?: unknown): UnscoredError =>
    new UnscoredError(`${subject} ${what}`, { reason: 'config', hint, cause });
  if (file.size > MAX_BYTES) {
    throw unusable(`has ${Math.ceil(file.size / 1024 / 1024)} MB; at most ${MAX_BYTES / 1024 / 1024} MB are read`, 'name a shorter file');
  }
  let bytes: Buffer;
  try {
    bytes = await readFile(file.path);
  } catch (error) {
    throw unusable(`cannot be read: ${errorText(error)}`, 'check its permissions', error);
  }
  if (!isUtf8(bytes) || bytes.includes(0)) throw unusable('is not text in UTF-8', 'check that it is the file you mean, and save it as UTF-8');
  const text = bytes.toString('utf8').replace(/^\u{FEFF}/u, '');
  if (text.trim() === '') throw unusable('is empty', 'write something into it');
  return text;
}
