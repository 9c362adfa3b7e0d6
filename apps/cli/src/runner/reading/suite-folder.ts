import { dirname } from 'node:path';
import type { Suite } from '@assay/schema';

/** Folder that a suite's relative paths start from: its file's, or the folder that the suite is. */
export function suiteFolder({ file, sources }: Pick<Suite, 'file' | 'sources'>): string {
  return sources === undefined || sources.includes(file) ? dirname(file) : file;
}
