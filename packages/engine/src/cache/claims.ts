import { closeSync, openSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { Clock } from '../clock/clock.js';
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

/** The right to ask for an entry, as far as other processes are concerned. */
export interface Claim {
  /** File of the claim, whose place the entry may take. Undefined where none could be made: then nobody is kept from asking. */
  readonly file: string | undefined;
  /** Whether somebody else had it before: the entry may be there now. */
  readonly waited: boolean;
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function unclaimed(waited: boolean): Claim {
  return { file: undefined, waited, release: () => undefined };
}

async function silence(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => undefined,
  );
}

/** Who has a claim; undefined when that cannot be read. */
async function holderOf(file: string): Promise<LockRecord | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
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
  const handle = await open(turn, 'wx').catch(() => undefined);
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
  const held = new Set<string>();
  const who = ownRecord();
  let own: LockRecord | undefined;
  let stopRenewing: (() => void) | undefined;

  function renew(): void {
    stopRenewing = clock.timer(RENEW_MS, () => {
      const now = Date.now() / 1000;
      for (const file of held) {
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

  function release(file: string): void {
    if (!held.delete(file)) return;
    try {
      rmSync(file, { force: true });
    } catch {
      // It does not hold for long.
    }
  }

  /** @returns false when somebody else has it. @throws the system's error. */
  function create(file: string, text: string): boolean {
    let descriptor: number;
    try {
      descriptor = openSync(file, 'wx', mode);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
    held.add(file);
    if (!stopRenewing) renew();
    try {
      writeSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    return true;
  }

  /** Undefined when somebody else has it. */
  function attempt(file: string, text: string, waited: boolean): Claim | undefined {
    const claim: Claim = { file, waited, release: () => release(file) };
    try {
      if (create(file, text)) return claim;
      return undefined;
    } catch (error) {
      release(file);
      if (codeOf(error) !== 'ENOENT' || waited) return unclaimed(waited);
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
      for (const file of held) release(file);
    },
  };
}
