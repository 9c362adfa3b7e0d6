import type { Clock } from '../../clock/clock.js';
import { systemCode } from '../../files/system-code.js';
import { ownRecord, type LockRecord } from '../../store/lock/lock-record.js';
import { holds, takeAway } from './others-claims.js';
import { createOwnClaims } from './own-claims.js';

/** How often it is looked whether somebody else's claim still holds: at first, and in the end. */
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 250;

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

/** Claims as files that are there as long as somebody asks. */
export function createClaims({ clock, mode, makeFolder }: ClaimsOptions): Claims {
  const own = createOwnClaims(clock, mode);
  const who = ownRecord();
  let record: LockRecord | undefined;

  /** Undefined when somebody else has it. */
  function attempt(file: string, text: string, waited: boolean): Claim | undefined {
    const claim: Claim = { file, waited, become: (path, entry) => own.become(file, path, entry), release: () => own.release(file) };
    try {
      return own.create(file, text) ? claim : undefined;
    } catch (error) {
      own.release(file);
      if (systemCode(error) !== 'ENOENT' || waited) return unclaimed(waited);
    }
    try {
      makeFolder(file);
      return own.create(file, text) ? claim : undefined;
    } catch {
      own.release(file);
      // Nothing can be kept there, as whoever tries says.
      return unclaimed(waited);
    }
  }

  async function wait(file: string, self: LockRecord, { signal, waits = true }: ClaimOptions): Promise<Claim> {
    if (!waits) return unclaimed(false);
    let pause = FIRST_LOOK_MS;
    while (!signal.aborted) {
      const held = await holds(file, self);
      if (held) await clock.sleep(pause, signal).catch(() => undefined);
      // Of one that stays whatever is done nobody is told when it is over.
      else if (!(await takeAway(file, self))) return unclaimed(true);
      pause = Math.min(LAST_LOOK_MS, pause * 1.5);
      const claim = signal.aborted ? undefined : attempt(file, JSON.stringify(self), true);
      if (claim) return claim;
      if (!held) await clock.sleep(pause, signal).catch(() => undefined);
    }
    return unclaimed(true);
  }

  function takeAs(self: LockRecord, file: string, options: ClaimOptions): Claim | Promise<Claim> {
    // Within a process requests wait for each other already; those that come here nevertheless are to go on.
    if (own.has(file)) return unclaimed(false);
    return attempt(file, JSON.stringify(self), false) ?? wait(file, self, options);
  }

  return {
    take(file, options) {
      if (record) return takeAs(record, file, options);
      return who.then((self) => takeAs((record = self), file, options));
    },
    close: () => own.close(),
  };
}
