import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from './system-code.js';

function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else may have made it in the meantime.
    if (systemCode(error) !== 'EEXIST' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * As makeFolder, synchronously. Node's own `recursive` says of a disk that can only be read that the folder does not exist.
 * @param mode rights of the folders that are made.
 * @throws the system's error.
 */
export function makeFolderAtOnce(path: string, mode: number): void {
  try {
    makeOne(path, mode);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolderAtOnce(dirname(path), mode);
    makeOne(path, mode);
  }
}
