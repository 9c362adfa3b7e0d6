import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InvalidFileError, type Diagnostic } from '@assay/schema';
import { onTestFinished } from 'vitest';

/** A folder with these files, gone when the test is. Keys are paths in it. */
export async function projectFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-loaders-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/** A finding as one line: `place severity code message`, and the hint after an arrow. */
export function shown(diagnostic: Diagnostic): string {
  const { location, severity, code, message, hint } = diagnostic;
  const place = location ? `${location.file}:${location.line}:${location.column}` : '-';
  return `${place} ${severity} ${code}: ${message}${hint === undefined ? '' : ` -> ${hint}`}`;
}

/** The findings that a promise rejects with; fails the test if it does not reject with any. */
export async function findingsOf(promise: Promise<unknown>): Promise<readonly Diagnostic[]> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof InvalidFileError) return error.diagnostics;
    throw error;
  }
  throw new TypeError('expected an InvalidFileError, but nothing was thrown');
}
