import { createReplyMemory } from '@assay/providers';
import type { ReplyMemory, ReplyShare, TrialReplies, TrialReplyMemory } from '@assay/schema';
import { collectGarbage } from './collect-garbage.js';

const MEGABYTE = 2 ** 20;
/** For the replies of trials, which are held until their rows are stored. */
const TRIALS = 96 * MEGABYTE;
/** For all others, while they arrive: a trial that waits for a judge must never keep the judge's reply from being read. */
const OTHERS = 32 * MEGABYTE;
/** After so much that was held the garbage is collected. Replies of ordinary size hold nothing. */
const COLLECT_EVERY = 12 * MEGABYTE;

let released = 0;

/** Large texts have become garbage: those that were held, or went to the disk. */
export function noteReleased(bytes: number): void {
  released += bytes;
  if (released < COLLECT_EVERY) return;
  released = 0;
  // Later, since the caller still refers to what it releases.
  setImmediate(collectGarbage);
}

class CollectingReplies implements TrialReplies {
  readonly #replies: TrialReplies;

  constructor(replies: TrialReplies) {
    this.#replies = replies;
  }

  get held(): number {
    return this.#replies.held;
  }

  share(mostBytes: number): ReplyShare {
    return this.#replies.share(mostBytes);
  }

  release(): void {
    noteReleased(this.#replies.held);
    this.#replies.release();
  }
}

/** A memory for which the garbage is collected when much of it was given back. */
export function collectingMemory(memory: TrialReplyMemory): TrialReplyMemory {
  return {
    get short() {
      return memory.short;
    },
    forTrial: (replies) => new CollectingReplies(memory.forTrial(replies)),
  };
}

/** Shared by the replies of all trials of this process, whatever run they are of. */
export const trialReplies: TrialReplyMemory = collectingMemory(createReplyMemory(TRIALS));

/** Shared by all other replies. */
export const otherReplies: ReplyMemory = createReplyMemory(OTHERS);
