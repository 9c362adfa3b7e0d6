import { lstat, open as openFile, rm, stat } from 'node:fs/promises';
import { systemCode } from '../../files/system-code.js';
import { findLock, identityOf, removeFound, silenceOf, type FoundLock } from '../../store/lock/found-lock.js';
import { isAlive, type LockRecord } from '../../store/lock/lock-record.js';

/** A claim that was not renewed for so long does not hold: its process was stopped, or is on a machine that is gone. */
const SILENT_MS = 60_000;
/** Age from which a claim that names no process does not hold: to write it, or an entry in its place, takes milliseconds, so its process has died. */
const WRITING_MS = 2_000;
/** Taking away a claim takes milliseconds: who has taken longer has died over it. */
const TAKING_AWAY_MS = 10_000;

/** Whether a file says nothing that counts any more. One from a time to come, as of a clock that was wrong, would count until then. */
const isOver = (silentMs: number, mostMs: number): boolean => silentMs > mostMs || silentMs < -SILENT_MS;

const timesOf = (file: string) => stat(file, { bigint: true }).catch(() => undefined);

async function find(file: string): Promise<FoundLock | undefined> {
  try {
    return await findLock(file);
  } catch {
    // It is there and is not to be read: its time alone tells.
    const times = await timesOf(file);
    return times && { identity: identityOf(times), silentMs: silenceOf(times), holder: undefined };
  }
}

async function isHeld({ silentMs, holder }: FoundLock, own: LockRecord): Promise<boolean> {
  if (isOver(silentMs, SILENT_MS)) return false;
  return holder === undefined ? silentMs <= WRITING_MS : (await isAlive(holder, own)) !== false;
}

/** Whether a claim holds that somebody else made. */
export async function holds(file: string, own: LockRecord): Promise<boolean> {
  const found = await find(file);
  return found !== undefined && isHeld(found, own);
}

/** Removes a claim that does not hold. @returns whether its place is free, or another's. @throws the system's error where it stays. */
async function removeUnheld(file: string, own: LockRecord): Promise<boolean> {
  const found = await find(file);
  // A link that leads nowhere is there, and nobody finds anything in it.
  if (!found) return (await lstat(file).catch(() => undefined))?.isSymbolicLink() !== true;
  if (!(await isHeld(found, own))) removeFound(file, found);
  return true;
}

/**
 * Takes away a claim that does not hold, one process at a time: another one may have made a new one meanwhile.
 * @returns false where it stays whatever is done: in a folder that is not to be changed, or since it is no file. Never rejects.
 */
export async function takeAway(file: string, own: LockRecord): Promise<boolean> {
  const turn = `${file}.turn`;
  try {
    const other = await lstat(turn, { bigint: true }).catch(() => undefined);
    if (other && isOver(silenceOf(other), TAKING_AWAY_MS)) await rm(turn, { force: true });
    const handle = await openFile(turn, 'wx');
    try {
      return await removeUnheld(file, own);
    } finally {
      await handle.close();
      await rm(turn, { force: true });
    }
  } catch (error) {
    // Somebody else is about it.
    return systemCode(error) === 'EEXIST';
  }
}
