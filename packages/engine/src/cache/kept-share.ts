import type { ReplyShare, TrialReplies } from '@assay/schema';

/** Entries up to this size take no share of the memory for replies: nearly all are smaller. */
const FREE_BYTES = 64 * 1024;
/** A reply is held as its text, the parts of that, and later in its row. */
const COPIES = 3;

/** The share of a trial's memory that a reply takes which was kept. */
export interface KeptShare {
  /** @returns resolves when there is room for an entry of that size, or the signal aborts; undefined when there is already. */
  hold(bytes: number): Promise<void> | undefined;
  /** Hands what is held to the trial, or gives it back. */
  end(used: boolean): void;
}

/** @param replies of the trial that the reply is for; what is for none is held by nobody. */
export function keptShare(replies: TrialReplies | undefined, signal: AbortSignal): KeptShare {
  let share: ReplyShare | undefined;
  return {
    hold(bytes) {
      if (!replies || bytes <= FREE_BYTES) return undefined;
      share = replies.share(COPIES * bytes);
      const room = share.hold(COPIES * bytes);
      if (!room) return undefined;
      const insist = (): void => share?.insist();
      if (signal.aborted) insist();
      signal.addEventListener('abort', insist, { once: true });
      return room.finally(() => signal.removeEventListener('abort', insist));
    },
    end(used) {
      if (used) share?.keep();
      else share?.release();
    },
  };
}
