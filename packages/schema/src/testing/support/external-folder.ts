import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of files that are no part of the repository whose tests read them. */
export interface ExternalFolder {
  /** Absolute, or empty when the tests have to be skipped. */
  readonly folder: string;
  readonly absent: boolean;
  /** For the names of tests: why they are skipped, and how to have them; empty when they run. */
  readonly note: string;
}

/**
 * A folder of files that others wrote, e.g. for their own tools: a variable of the environment says where they are.
 * @param variable e.g. `ASSAY_CORPUS`.
 * @param path of the folder in the one that the variable names.
 * @throws Error when the variable is set and the folder is not there, so that nothing is skipped unnoticed.
 */
export function externalFolder(variable: string, path: string): ExternalFolder {
  const parent = process.env[variable];
  if (parent === undefined || parent === '') {
    return { folder: '', absent: true, note: ` (skipped: set ${variable} to a folder with ${path} in it; CONTRIBUTING.md says more)` };
  }
  const folder = join(parent, path);
  if (!existsSync(folder)) throw new Error(`${variable} is ${parent}, in which there is no ${path}; CONTRIBUTING.md says what belongs there`);
  return { folder, absent: false, note: '' };
}
