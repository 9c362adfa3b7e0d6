import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { boundFile } from './entries/entry-files.js';
import { FILE_MODE } from './entries/entry-writer.js';

/** Longer than any number of bytes. */
const MOST_CHARACTERS = 32;

/** The bound that a cache was kept within last. It saves counting all entries to find out that they are few enough. */
export interface NotedBound {
  /** Undefined where nobody noted one that can be read. */
  read(): number | undefined;
  /** Never throws: where it cannot be written the entries are counted. */
  write(bytes: number): void;
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What cannot be removed stays.
  }
}

/** @param folder of the cache, absolute. */
export function notedBound(folder: string): NotedBound {
  const file = boundFile(folder);

  function read(): number | undefined {
    try {
      const found = statSync(file);
      // What is no file may keep its reader for ever.
      if (!found.isFile() || found.size > MOST_CHARACTERS) return undefined;
      const bytes = Number.parseInt(readFileSync(file, 'utf8'), 10);
      return Number.isSafeInteger(bytes) ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    read,
    write(bytes) {
      if (read() === bytes) return;
      const temporary = `${file}.${process.pid}.tmp`;
      try {
        // As entries are: what lies in its place (a link to a file of others, a pipe that nobody reads) is replaced, and not written into.
        rmSync(temporary, { force: true });
        writeFileSync(temporary, `${bytes}\n`, { mode: FILE_MODE, flag: 'wx' });
        renameSync(temporary, file);
      } catch {
        // Of a cache that cannot be written the entries are counted each time.
        removeQuietly(temporary);
      }
    },
  };
}
