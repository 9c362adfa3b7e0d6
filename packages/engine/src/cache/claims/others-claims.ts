import { open as openFile, rm, stat } from 'node:fs/promises';
import { isAlive, parseRecord, type LockRecord } from '../../store/lock/lock-record.js';

/** A claim that was not renewed for so long does not hold: its process was stopped, or is on a machine that is gone. */
const SILENT_MS = 60_000;
/** One that names nobody is being written, or an entry in its place, which takes milliseconds: its process died over it. */
const WRITING_MS = 2_000;
/** Taking away a claim takes milliseconds: who has taken longer has died over it. */
const TAKING_AWAY_MS = 10_000;
/** Longer than any claim; what is there may be an entry that is being written. */
const RECORD_BYTES = 1024;

async function silence(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => undefined,
  );
}

/** Who has a claim; undefined when that cannot be read. */
async function holderOf(file: string): Promise<LockRecord | undefined> {
  const handle = await openFile(file, 'r').catch(() => undefined);
  try {
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(RECORD_BYTES), 0, RECORD_BYTES, 0)) ?? {};
    return parseRecord(buffer?.toString('utf8', 0, bytesRead) ?? '');
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** Whether a claim holds that somebody else made. */
export async function holds(file: string, own: LockRecord): Promise<boolean> {
  const silent = await silence(file);
  if (silent === undefined || silent > SILENT_MS) return false;
  const holder = await holderOf(file);
  return holder === undefined ? silent <= WRITING_MS : (await isAlive(holder, own)) !== false;
}

/** Takes away a claim that does not hold, one process at a time: another one may have made a new one meanwhile. */
export async function takeAway(file: string, own: LockRecord): Promise<void> {
  const turn = `${file}.turn`;
  if (((await silence(turn)) ?? 0) > TAKING_AWAY_MS) await rm(turn, { force: true });
  const handle = await openFile(turn, 'wx').catch(() => undefined);
  if (!handle) return;
  try {
    if (!(await holds(file, own))) await rm(file, { force: true });
  } finally {
    await handle.close();
    await rm(turn, { force: true });
  }
}
