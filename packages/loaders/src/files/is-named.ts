import { lstatSync } from 'node:fs';

/**
 * True where something has this name, be it a symbolic link that leads nowhere: who reads it says so, where a file that counts as
 * missing would be passed over without a word. False where nobody can tell, as below a file or in a folder that may not be entered.
 */
export function isNamed(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
