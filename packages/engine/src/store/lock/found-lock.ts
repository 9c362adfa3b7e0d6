import { constants, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StoreError } from '@assay/schema';
import { systemCode } from '../../files/system-code.js';
import { parseRecord, type LockRecord } from './lock-record.js';

/** Longer than any record: of what stands there instead no more is read. */
const RECORD_BYTES = 2048;

/** A pipe would keep its reader for ever, also one that wants to end. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A lock as it was found. */
export interface FoundLock {
  /** Tells this file, as it is, from another one under its name, and from itself once it was renewed. */
  readonly identity: string;
  /** Milliseconds since it was written or renewed. */
  readonly silentMs: number;
  /** Undefined when it says nothing, as while it is being written. */
  readonly holder: LockRecord | undefined;
}

/** Times of a file with all their digits. */
export interface FileTimes {
  readonly ino: bigint;
  readonly mtimeNs: bigint;
  readonly mtimeMs: bigint;
}

export const identityOf = ({ ino, mtimeNs }: FileTimes): string => `${ino} ${mtimeNs}`;
export const silenceOf = ({ mtimeMs }: FileTimes): number => Date.now() - Number(mtimeMs);

/**
 * Looks at a lock. All that is found is about one file, whatever becomes of its name meanwhile.
 * @returns undefined when there is none.
 * @throws the system's error when it cannot be read. @throws StoreError when it is no file.
 */
export async function findLock(file: string): Promise<FoundLock | undefined> {
  try {
    const handle = await open(file, READ_ONLY);
    try {
      const times = await handle.stat({ bigint: true });
      if (!times.isFile()) throw new StoreError(`${file} is no file`, { hint: 'remove it, or name another folder' });
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(RECORD_BYTES), 0, RECORD_BYTES, 0);
      return { identity: identityOf(times), silentMs: silenceOf(times), holder: parseRecord(buffer.toString('utf8', 0, bytesRead)) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

/**
 * Removes a lock that does not hold, and only the one that was looked at: it may have been given up since, and another process
 * may have made its own in its place.
 */
export function removeFound(file: string, { identity }: FoundLock): void {
  // Without waiting in between.
  const now = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (now && identityOf(now) === identity) rmSync(file, { force: true });
}
