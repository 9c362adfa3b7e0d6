import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} folder @returns {number} the bytes of all files below it; links count as themselves */
export function sizeOnDisk(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => lstatSync(join(folder, path)))
    .reduce((sum, entry) => sum + (entry.isDirectory() ? 0 : entry.size), 0);
}
