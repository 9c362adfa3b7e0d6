import { closeSync, constants, existsSync, fstatSync, openSync, readSync, utimesSync } from 'node:fs';
import type { Clock } from '../../clock/clock.js';

/** A use is noted on disk at most once in that time. */
const NOTE_USE_MS = 3_600_000;
/** A file that never ends, or only begins when somebody writes it, must not hold us up. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Holds entries of ordinary size while they are read, one after the other. */
const buffer = Buffer.allocUnsafe(64 * 1024);

/** What is in a file of that size; undefined when it is another one meanwhile. @throws the system's error. */
function readWhole(file: number, size: number): string | undefined {
  const into = size <= buffer.length ? buffer : Buffer.allocUnsafe(size);
  let read = 0;
  while (read < size) {
    const more = readSync(file, into, read, size - read, null);
    if (more === 0) return undefined;
    read += more;
  }
  return into.toString('utf8', 0, size);
}

/** An entry as it lies on disk. */
interface FoundEntry {
  readonly text: string;
  /** Notes that it was used now: those that were not used for longest go first. */
  noteUse(): void;
}

/** Reads entries synchronously: through the thread pool it takes three times as long. */
export interface EntryReader {
  /**
   * Undefined when there is none that can be read, or it is larger than `mostBytes`.
   * @param hold called with how large it is before it is read, and may have it wait.
   */
  read(path: string, hold?: (bytes: number) => Promise<void> | undefined): Promise<FoundEntry | undefined>;
}

export function createEntryReader({ mostBytes, clock }: { readonly mostBytes: number; readonly clock: Clock }): EntryReader {
  /** Whether the last entry that was looked for was there. */
  let warm = false;

  /**
   * An entry, open; undefined when there is none. It is looked for first as long as nothing is there: an error that is thrown
   * takes several times as long. Where entries are there, the look is left out.
   */
  function opened(path: string): number | undefined {
    if (!warm && !existsSync(path)) return undefined;
    try {
      const file = openSync(path, READ);
      warm = true;
      return file;
    } catch {
      warm = false;
      return undefined;
    }
  }

  function noteUse(path: string, usedAt: number): void {
    const now = clock.now();
    if (Math.abs(now - usedAt) < NOTE_USE_MS) return;
    try {
      utimesSync(path, now / 1000, now / 1000);
    } catch {
      // An entry that seems old goes too early, and that is all.
    }
  }

  return {
    async read(path, hold) {
      const file = opened(path);
      if (file === undefined) return undefined;
      try {
        const found = fstatSync(file);
        const { size, mtimeMs } = found;
        if (!found.isFile() || size > mostBytes) return undefined;
        const room = hold?.(size);
        if (room) await room;
        const text = readWhole(file, size);
        return text === undefined ? undefined : { text, noteUse: () => noteUse(path, mtimeMs) };
      } catch {
        return undefined;
      } finally {
        closeSync(file);
      }
    },
  };
}
