import { lstatSync } from 'node:fs';

/**
 * True where something has this name, be it a symbolic link that leads nowhere: who reads it says so, where a file that counts as
 * missing would be passed over without a word.
 */
export function isNamed(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
