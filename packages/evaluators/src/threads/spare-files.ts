import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Node opens files to watch over a script with a time limit, and aborts the whole process where it may not: 4 of them in Node 20. */
const NEEDED = 6;

/** On Windows no number of files is the most. */
const isLimited = process.platform !== 'win32';

const spare: number[] = [];

function keepSpare(): boolean {
  try {
    while (spare.length < NEEDED) spare.push(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Does a task that is watched over with a time limit. The files for that are kept from one task to the next, so that requests which
 * have all others open take none of them.
 * @returns undefined, with nothing done, when there are no files for it.
 */
export function withSpareFiles<T>(task: () => T): T | undefined {
  if (!isLimited) return task();
  if (!keepSpare()) return undefined;
  for (const file of spare.splice(0)) closeSync(file);
  try {
    return task();
  } finally {
    keepSpare();
  }
}
