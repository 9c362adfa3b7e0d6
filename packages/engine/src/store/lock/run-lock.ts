import { open, rm, stat, utimes } from 'node:fs/promises';
import { UsageError } from '@assay/schema';
import { lockFile } from '../run-files.js';
import { systemCode } from '../../files/system-code.js';
import { storeFailure } from '../store-failure.js';
import { findLock, removeFound, type FoundLock } from './found-lock.js';
import { isAlive, ownRecord, type LockRecord } from './lock-record.js';

/** How often a lock is renewed, by the time of its file. */
const RENEW_MS = 10_000;
/** A lock of another machine that was not renewed for so long does not hold. */
const SILENT_MS = 60_000;
/** Taking over a lock takes milliseconds: who has taken longer has died over it. */
const TAKING_OVER_MS = 10_000;

/** The right to write a run folder. */
export interface RunLock {
  /** Gives it up. May be called again. */
  release(): Promise<void>;
}

async function created(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(content);
    } catch (error) {
      // One by halves names nobody, and would hold the folder for as long as one that is being written.
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Milliseconds since a file was written or renewed; undefined when there is none. */
async function silence(file: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What is left to do about a lock whose process cannot be looked for. */
function whenGone(directory: string, whose: string, silentMs: number): string {
  // Nobody knows whether it is the clock of whoever lives that is wrong.
  if (silentMs < -SILENT_MS) return `; its last sign of life is of a time to come (${new Date(Date.now() - silentMs).toISOString()}): if that ${whose} is gone, remove ${lockFile(directory)}`;
  return `; if that ${whose} is gone, the folder is free ${SILENT_MS / 1000} s after its last sign of life`;
}

const ANOTHER_FOLDER = ', or name another folder';

function inUse(directory: string, holder: LockRecord | undefined, elsewhere: boolean, silentMs = 0, otherwise = ANOTHER_FOLDER): UsageError {
  const who = holder ? `process ${holder.pid}${elsewhere ? ` on ${holder.host}` : ''} since ${holder.since}` : 'another process';
  const gone = elsewhere || !holder ? whenGone(directory, elsewhere ? 'machine' : 'process', silentMs) : '';
  return new UsageError(`${directory} is being written by ${who}`, {
    hint: `wait until it has ended${otherwise}${gone}`,
    ...(otherwise === ANOTHER_FOLDER ? { namedOptions: [{ name: 'out' }] } : {}),
  });
}

/** @returns a lock that does not hold, if there is one. @throws UsageError when one holds. */
async function refuseHeld(directory: string, own: LockRecord, otherwise?: string): Promise<FoundLock | undefined> {
  // Where no folder stands, nobody writes; that none can be made there is told by who tries.
  const found = await findLock(lockFile(directory));
  if (!found) return undefined;
  const { holder, silentMs } = found;
  const alive = holder && (await isAlive(holder, own));
  // Nothing but the time of its file tells of a process elsewhere, or of a lock that is being written.
  if (alive ?? silentMs < SILENT_MS) throw inUse(directory, holder, alive === undefined && holder !== undefined, silentMs, otherwise);
  return found;
}

/** Puts a lock in the place of one that does not hold, one process at a time: another one may have been faster. */
async function takeOver(directory: string, own: LockRecord, content: string): Promise<void> {
  const file = lockFile(directory);
  const turn = `${file}.turn`;
  const silentMs = (await silence(turn)) ?? 0;
  if (silentMs > TAKING_OVER_MS || silentMs < -SILENT_MS) await rm(turn, { force: true });
  if (!(await created(turn, ''))) throw inUse(directory, undefined, false);
  try {
    const found = await refuseHeld(directory, own);
    if (found) removeFound(file, found);
    if (!(await created(file, content))) throw inUse(directory, undefined, false);
  } finally {
    await rm(turn, { force: true });
  }
}

async function locked(directory: string, own: LockRecord): Promise<void> {
  const content = `${JSON.stringify(own, null, 2)}\n`;
  if (await created(lockFile(directory), content)) return;
  await refuseHeld(directory, own);
  await takeOver(directory, own, content);
}

/** What cannot be done with a folder whose lock cannot be looked at: where its own path leads nowhere, there is none to be locked. */
async function failedDoing(directory: string): Promise<string> {
  return stat(directory).then(
    () => 'lock',
    (error: unknown) => (systemCode(error) === 'ELOOP' ? 'create the run folder' : 'lock'),
  );
}

/**
 * Makes sure that nobody writes a run folder, which need not exist.
 * @param isGiven true where no other folder will do: that of a run which is gone on with.
 * @throws UsageError that says who writes it. @throws StoreError
 */
export async function refuseLockedRun(directory: string, isGiven = false): Promise<void> {
  try {
    await refuseHeld(directory, await ownRecord(), isGiven ? '' : undefined);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw storeFailure(await failedDoing(directory), directory, error);
  }
}

/** Whether somebody writes a run folder, as far as can be told from here. @throws StoreError */
export async function isRunLocked(directory: string): Promise<boolean> {
  try {
    await refuseLockedRun(directory);
    return false;
  } catch (error) {
    if (error instanceof UsageError) return true;
    throw error;
  }
}

/**
 * Takes the right to write a run folder, and keeps it until it is released or the process dies. The lock of a process that
 * died does not hold, nor one from before the machine was started; that of another machine, as long as it is renewed.
 * @throws UsageError that says who writes the folder. @throws StoreError
 */
export async function lockRun(directory: string): Promise<RunLock> {
  const file = lockFile(directory);
  const own = await ownRecord();
  try {
    await locked(directory, own);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw storeFailure('lock', directory, error);
  }
  const renewing = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, RENEW_MS);
  renewing.unref();
  return {
    async release() {
      clearInterval(renewing);
      const found = await findLock(file).catch(() => undefined);
      if (found?.holder?.token === own.token) await rm(file, { force: true }).catch(() => undefined);
    },
  };
}
