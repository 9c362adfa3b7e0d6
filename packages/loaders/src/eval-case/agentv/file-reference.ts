import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Whether a value that stands in place of a case names files of cases: by an address, a path, a glob, or an extension. */
export function isFileReference(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\n') && (value.startsWith('file://') || /[/*]/u.test(value) || /\.\w{2,7}$/u.test(value));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Nothing of that name, or a text that can be none.
    return false;
  }
}

/** Whether it names them so, or as a folder beside the file, whose name alone says nothing of a path. */
export function namesCases(value: unknown, directory: string): value is string {
  return isFileReference(value) || (typeof value === 'string' && value.trim() !== '' && isFolder(resolve(directory, value.trim())));
}
