import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusFolder {
  /** Absolute, or empty when the tests have to be skipped. */
  readonly folder: string;
  readonly absent: boolean;
  /** For the names of tests: why they are skipped, and how to have them; empty when they run. */
  readonly note: string;
}

/**
 * A folder of files that others wrote for their own tools. They are no part of this repository: a variable
 * of the environment says where they are.
 * @throws Error when the variable is set and the folder is not there, so that nothing is skipped unnoticed.
 */
export function corpusFolder(path: string): CorpusFolder {
  const corpus = process.env['ASSAY_CORPUS'];
  if (corpus === undefined || corpus === '') {
    return { folder: '', absent: true, note: ' (skipped: ASSAY_CORPUS names no folder; CONTRIBUTING.md says how to have it)' };
  }
  const folder = join(corpus, path);
  if (!existsSync(folder)) throw new Error(`ASSAY_CORPUS is ${corpus}, in which there is no ${path}; CONTRIBUTING.md says what belongs there`);
  return { folder, absent: false, note: '' };
}
