import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { open as openFile, rm, stat } from 'node:fs/promises';
import type { Clock } from '../clock/clock.js';
import { systemCode } from '../files/system-code.js';
import { isAlive, ownRecord, parseRecord, type LockRecord } from '../store/lock/lock-record.js';

/** How often claims are renewed, by the time of their files. */
const RENEW_MS = 10_000;
/** A claim that was not renewed for so long does not hold: its process was stopped, or is on a machine that is gone. */
const SILENT_MS = 60_000;
/** One that names nobody is being written, or an entry in its place, which takes milliseconds: its process died over it. */
const WRITING_MS = 2_000;
/** Taking away a claim takes milliseconds: who has taken longer has died over it. */
const TAKING_AWAY_MS = 10_000;
/** How often it is looked whether somebody else's claim still holds: at first, and in the end. */
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 250;
/** Longer than any claim; what is there may be an entry that is being written. */
const RECORD_BYTES = 1024;
/** Most files of claims that are kept open. */
const MOST_OPEN = 256;

/** The right to ask for an entry, as far as other processes are concerned. */
export interface Claim {
  /** File of the claim. Undefined where none could be made: then nobody is kept from asking. */
  readonly file: string | undefined;
  /** Whether somebody else had it before: the entry may be there now. */
  readonly waited: boolean;
  /**
   * Makes the entry of the claim's file, which is there and open: to make and to open another one takes as long as all else about
   * an entry. The claim is over with it.
   * @param path of the entry, beside the claim.
   * @returns false when that file is not to be had (any more): the claim was taken away, or is not kept open.
   * @throws the system's error.
   */
  become(path: string, entry: Uint8Array): boolean;
  /** Gives it up. May be called again. Never throws. */
  release(): void;
}

export interface ClaimOptions {
  /** Ends the waiting for somebody else's claim. */
  readonly signal: AbortSignal;
  /** False to go on at once, without a claim, when somebody else has it. Default true. */
  readonly waits?: boolean | undefined;
}

/** What processes that share a cache are asking for, so that equal requests are sent once. */
export interface Claims {
  /** @param file beside the entry. Its folder need not exist. @returns at once where nobody else has the claim. Never rejects. */
  take(file: string, options: ClaimOptions): Claim | Promise<Claim>;
  /** Gives up what is left. */
  close(): void;
}

export interface ClaimsOptions {
  readonly clock: Clock;
  /** Rights of the files. */
  readonly mode: number;
  /** Makes the folder that a claim needs. */
  readonly makeFolder: (file: string) => void;
}

/** Nobody is told that somebody asks. */
export function unclaimed(waited: boolean): Claim {
  return { file: undefined, waited, become: () => false, release: () => undefined };
}

/** Puts an entry in the place of what is in a file. */
function overwrite(descriptor: number, entry: Uint8Array, size: number): void {
  let written = 0;
  while (written < entry.length) written += writeSync(descriptor, entry, written, entry.length - written, written);
  // Not before, to nothing: what is written to a file that was emptied some systems bring to the disk at once.
  if (entry.length < size) ftruncateSync(descriptor, entry.length);
}

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
async function holds(file: string, own: LockRecord): Promise<boolean> {
  const silent = await silence(file);
  if (silent === undefined || silent > SILENT_MS) return false;
  const holder = await holderOf(file);
  return holder === undefined ? silent <= WRITING_MS : (await isAlive(holder, own)) !== false;
}

/** Takes away a claim that does not hold, one process at a time: another one may have made a new one meanwhile. */
async function takeAway(file: string, own: LockRecord): Promise<void> {
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

/** Claims as files that are there as long as somebody asks. Made synchronously, as entries are read: for the same reason. */
export function createClaims({ clock, mode, makeFolder }: ClaimsOptions): Claims {
  /** Claims by their files, with what those are open as. */
  const held = new Map<string, number | undefined>();
  let open = 0;
  const who = ownRecord();
  let own: LockRecord | undefined;
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

  /** @returns false when somebody else has it. @throws the system's error. */
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

  /** Undefined when somebody else has it. */
  function attempt(file: string, text: string, waited: boolean): Claim | undefined {
    const claim: Claim = { file, waited, become: (path, entry) => become(file, path, entry), release: () => release(file) };
    try {
      if (create(file, text)) return claim;
      return undefined;
    } catch (error) {
      release(file);
      if (systemCode(error) !== 'ENOENT' || waited) return unclaimed(waited);
    }
    try {
      makeFolder(file);
      return create(file, text) ? claim : undefined;
    } catch {
      release(file);
      // Nothing can be kept there, as whoever tries says.
      return unclaimed(waited);
    }
  }

  async function wait(file: string, self: LockRecord, { signal, waits = true }: ClaimOptions): Promise<Claim> {
    if (!waits) return unclaimed(false);
    let pause = FIRST_LOOK_MS;
    while (!signal.aborted) {
      if (await holds(file, self)) await clock.sleep(pause, signal).catch(() => undefined);
      else await takeAway(file, self).catch(() => undefined);
      pause = Math.min(LAST_LOOK_MS, pause * 1.5);
      const claim = signal.aborted ? undefined : attempt(file, JSON.stringify(self), true);
      if (claim) return claim;
    }
    return unclaimed(true);
  }

  function takeAs(self: LockRecord, file: string, options: ClaimOptions): Claim | Promise<Claim> {
    // Within a process requests wait for each other already; those that come here nevertheless are to go on.
    if (held.has(file)) return unclaimed(false);
    return attempt(file, JSON.stringify(self), false) ?? wait(file, self, options);
  }

  return {
    take(file, options) {
      if (own) return takeAs(own, file, options);
      return who.then((self) => takeAs((own = self), file, options));
    },
    close() {
      stopRenewing?.();
      for (const file of held.keys()) release(file);
    },
  };
}
