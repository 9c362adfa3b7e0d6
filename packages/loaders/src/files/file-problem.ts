import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorText, InvalidFileError, isError, nearestMatch, type Diagnostic, type SourceLocation } from '@assay/schema';

/** The start of a file, for findings about the file as a whole. */
export function startOf(shown: string): SourceLocation {
  return { file: shown, line: 1, column: 1 };
}

/** An error about a file as a whole, or about one place in it. */
export function fileProblem(
  code: string,
  message: string,
  hint: string,
  location: SourceLocation,
  namedOptions?: Diagnostic['namedOptions'],
): InvalidFileError {
  const diagnostic: Diagnostic = { severity: 'error', code, message, hint, namedOptions, location };
  return new InvalidFileError([diagnostic]);
}

/** What the folder of a missing file holds instead: a file with nearly the same name. */
export async function similarFile(file: string): Promise<string | undefined> {
  try {
    return nearestMatch(basename(file), await readdir(dirname(file)));
  } catch {
    return undefined;
  }
}

/** True for a symbolic link, whatever it leads to. */
export async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch {
    return false;
  }
}

function errorCode(error: unknown): string | undefined {
  return isError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What the operating system said about opening or reading a file, as an error that says what to do. */
export async function systemProblem(error: unknown, file: string, shown: string): Promise<InvalidFileError> {
  const place = startOf(shown);
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR': {
      if (await isLink(file)) return fileProblem('file-not-found', 'the file is a symbolic link that leads nowhere', 'point the link at a file', place);
      const similar = await similarFile(file);
      return fileProblem('file-not-found', 'there is no such file', similar ? `did you mean ${similar}?` : 'check the path', place);
    }
    case 'EISDIR':
      return fileProblem('not-a-file', 'this is a folder, not a file', 'name a file in it', place);
    case 'EACCES':
    case 'EPERM':
      return fileProblem('file-not-readable', 'the file may not be read', 'give yourself permission to read it (chmod u+r)', place);
    case 'ELOOP':
      return fileProblem('file-not-readable', 'the file is a symbolic link that leads back to itself', 'point the link at a file', place);
    default:
      return fileProblem('file-not-readable', `the file cannot be read: ${errorText(error)}`, 'check the file and its disk', place);
  }
}

/** True for errors that say that nothing stands at a path. */
export function isNotFound(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** A file that is found by itself, or named by one that nobody vouches for, and leads out of its project. */
export function outsideProblem(shown: string): InvalidFileError {
  return fileProblem(
    'untrusted',
    'this is a symbolic link that leads out of the project, and such files are not read in a project that is not trusted',
    'put the file itself there',
    startOf(shown),
  );
}
