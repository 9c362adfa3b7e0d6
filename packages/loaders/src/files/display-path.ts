import { isAbsolute, relative } from 'node:path';

/** A path as people should see it: relative to the working directory when it lies inside. */
export function displayPath(file: string, workingDirectory: string): string {
  const shown = relative(workingDirectory, file);
  return shown === '' || shown.startsWith('..') || isAbsolute(shown) ? file : shown.replaceAll('\\', '/');
}
