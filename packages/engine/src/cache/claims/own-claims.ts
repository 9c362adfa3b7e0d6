import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import type { Clock } from '../../clock/clock.js';
import { systemCode } from '../../files/system-code.js';

/** How often claims are renewed, by the time of their files. */
const RENEW_MS = 10_000;
/** Most files of claims that are kept open. */
const MOST_OPEN = 256;

/** The files of claims that this process has. */
export interface OwnClaims {
  has(file: string): boolean;
  /** @returns false when somebody else has it. @throws the system's error. */
  create(file: string, text: string): boolean;
  /** Makes the entry of a claim's file. @returns false when that is not to be had (any more). @throws the system's error. */
  become(file: string, path: string, entry: Uint8Array): boolean;
  /** Gives one up, where it is there. Never throws. */
  release(file: string): void;
  /** Gives up all. */
  close(): void;
}

/** Puts an entry in the place of what is in a file. */
function overwrite(descriptor: number, entry: Uint8Array, size: number): void {
  let written = 0;
  while (written < entry.length) written += writeSync(descriptor, entry, written, entry.length - written, written);
  // Cut after the write, not emptied before it: some systems bring what is written to an emptied file to the disk at once.
  if (entry.length < size) ftruncateSync(descriptor, entry.length);
}

/**
 * Makes claims synchronously, for the reason that entries are read so. A claim is kept alive by setting the time of its file.
 * @param mode rights of the files
 */
export function createOwnClaims(clock: Clock, mode: number): OwnClaims {
  /** Claims by their files, with what those are open as. */
  const held = new Map<string, number | undefined>();
  let open = 0;
  let stopRenewing: (() => void) | undefined;

  function renew(): void {
    stopRenewing = clock.timer(RENEW_MS, () => {
      const now = Date.now() / 1000;
      for (const file of held.keys()) {
        try {
          utimesSync(file, now, now);
        } catch {
          // It was taken away, and somebody else asks too.
        }
      }
      if (held.size > 0) renew();
      else stopRenewing = undefined;
    });
  }

  function shut(file: string): void {
    const descriptor = held.get(file);
    if (descriptor === undefined) return;
    held.set(file, undefined);
    open -= 1;
    closeSync(descriptor);
  }

  function release(file: string): void {
    if (!held.has(file)) return;
    try {
      shut(file);
      rmSync(file, { force: true });
    } catch {
      // It does not hold for long.
    }
    held.delete(file);
  }

  // Not by `FileReplacement`: the claim itself, open all the time, becomes the entry, so that nobody can take the turn in between.
  function become(file: string, path: string, entry: Uint8Array): boolean {
    const descriptor = held.get(file);
    if (descriptor === undefined) return false;
    const { nlink, size } = fstatSync(descriptor);
    // Without a name it was taken away; what has the name now is somebody else's.
    if (nlink === 0) return false;
    overwrite(descriptor, entry, size);
    shut(file);
    try {
      renameSync(file, path);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    }
    held.delete(file);
    return true;
  }

  function create(file: string, text: string): boolean {
    let descriptor: number;
    try {
      descriptor = openSync(file, 'wx', mode);
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      throw error;
    }
    held.set(file, descriptor);
    open += 1;
    if (!stopRenewing) renew();
    writeSync(descriptor, text);
    if (open > MOST_OPEN) shut(file);
    return true;
  }

  return {
    has: (file) => held.has(file),
    create,
    become,
    release,
    close() {
      stopRenewing?.();
      for (const file of held.keys()) release(file);
    },
  };
}
