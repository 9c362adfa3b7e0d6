import type { ReplyMemory, ReplyShare, TrialReplies, TrialReplyMemory } from '@assay/schema';

/** What all replies may take together, in bytes. */
const DEFAULT_BYTES = 128 * 2 ** 20;

/** Whoever gives back all at once: one reply, or all those of a trial. */
interface Holder {
  /** Most that it may come to, as far as it is counted. */
  mostBytes: number;
  held: number;
}

interface Waiting {
  readonly holder: Holder;
  readonly more: number;
  /** Told that it was given, or that nobody waits any more. */
  readonly go: (given: boolean) => void;
}

/** Whether all can come to their most, one after the other, each with what those before it gave back. */
function canAllEnd(holders: Iterable<Holder>, free: number): boolean {
  let room = free;
  const byNeed = [...holders].toSorted((a, b) => a.mostBytes - a.held - (b.mostBytes - b.held));
  return byNeed.every(({ mostBytes, held }) => {
    const fits = mostBytes - held <= room;
    room += held;
    return fits;
  });
}

/** What is free of a memory, who holds the rest, and who waits. */
class Ledger {
  readonly #holders = new Set<Holder>();
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  get short(): boolean {
    return this.#waiting.size > 0;
  }

  enter(holder: Holder): void {
    this.#holders.add(holder);
  }

  /** Gives more to a holder: at once (the answer is then true), or when there is room. */
  take(waiting: Waiting): boolean {
    if (this.#give(waiting)) return true;
    this.#waiting.add(waiting);
    return false;
  }

  /** Gives, room or not. */
  force(holder: Holder, more: number): void {
    holder.held += more;
    this.#free -= more;
  }

  giveUp(waiting: Waiting): void {
    if (this.#waiting.delete(waiting)) waiting.go(false);
  }

  giveBack(holder: Holder, bytes: number): void {
    holder.held -= bytes;
    this.#free += bytes;
    this.#wake();
  }

  leave(holder: Holder): void {
    this.#holders.delete(holder);
    for (const waiting of this.#waiting) if (waiting.holder === holder) this.giveUp(waiting);
    this.giveBack(holder, holder.held);
  }

  #give({ holder, more }: Waiting): boolean {
    if (more > this.#free) return false;
    holder.held += more;
    if (!canAllEnd(this.#holders, this.#free - more)) {
      holder.held -= more;
      return false;
    }
    this.#free -= more;
    return true;
  }

  /** Those that are nearest to their end first: they give back the most. */
  #wake(): void {
    for (const waiting of [...this.#waiting].toSorted((a, b) => b.holder.held - a.holder.held)) {
      if (!this.#waiting.has(waiting) || !this.#give(waiting)) continue;
      this.#waiting.delete(waiting);
      waiting.go(true);
    }
  }
}

/** One reply's part of what a holder has. */
class Share implements ReplyShare {
  readonly #ledger: Ledger;
  readonly #holder: Holder;
  /** Told how it ended, and what of its holder's it had. */
  readonly #onEnd: (complete: boolean, own: number) => void;
  #own = 0;
  #insists = false;
  #over = false;
  #waiting: Waiting | undefined;

  constructor(ledger: Ledger, holder: Holder, onEnd: (complete: boolean, own: number) => void) {
    this.#ledger = ledger;
    this.#holder = holder;
    this.#onEnd = onEnd;
  }

  hold(bytes: number): Promise<void> | undefined {
    const holder = this.#holder;
    const more = Math.min(bytes - this.#own, holder.mostBytes - holder.held);
    if (this.#over || more <= 0) return undefined;
    this.#ledger.enter(holder);
    if (this.#insists) {
      this.#ledger.force(holder, more);
      this.#own += more;
      return undefined;
    }
    return this.#take(more);
  }

  #take(more: number): Promise<void> | undefined {
    let resolve: () => void = () => undefined;
    const waiting: Waiting = {
      holder: this.#holder,
      more,
      go: (given) => {
        if (given) this.#own += more;
        resolve();
      },
    };
    if (this.#ledger.take(waiting)) {
      this.#own += more;
      return undefined;
    }
    this.#waiting = waiting;
    return new Promise((done) => (resolve = done));
  }

  insist(): void {
    this.#insists = true;
    const waiting = this.#waiting;
    if (waiting) this.#ledger.giveUp(waiting);
  }

  keep(): void {
    this.#end(true);
  }

  release(): void {
    this.#end(false);
  }

  #end(complete: boolean): void {
    if (this.#over) return;
    this.#over = true;
    // Whoever still waits is not to wait for ever; nothing is read on.
    if (this.#waiting) this.#ledger.giveUp(this.#waiting);
    this.#onEnd(complete, this.#own);
  }
}

/** The replies of one trial. */
class Trial implements TrialReplies {
  readonly #ledger: Ledger;
  readonly #most: number;
  #holder: Holder | undefined;
  #left: number;
  #over = false;

  constructor(ledger: Ledger, most: number, replies: number) {
    this.#ledger = ledger;
    this.#most = most;
    this.#left = replies;
  }

  get held(): number {
    return this.#holder?.held ?? 0;
  }

  share(mostBytes: number): ReplyShare {
    const counted = Math.max(Math.min(mostBytes, this.#most), Math.min(this.#left * mostBytes, this.#most / 2));
    const holder = (this.#holder ??= { mostBytes: counted, held: 0 });
    return new Share(this.#ledger, holder, (complete, own) => {
      if (this.#over) return;
      if (!complete) return this.#ledger.giveBack(holder, own);
      this.#left -= 1;
      if (this.#left <= 0) holder.mostBytes = holder.held;
    });
  }

  release(): void {
    if (this.#over) return;
    this.#over = true;
    const holder = this.#holder;
    if (!holder) return;
    holder.mostBytes = 0;
    this.#ledger.leave(holder);
  }
}

/**
 * Memory that replies share: each for itself while it arrives, or those of trials until their rows are stored. A
 * reply that would leave too little for the others waits, and is read no further meanwhile; it is never refused for
 * the size of others. More is given only as long as there is an order in which all can come to the most that they may
 * have (the rule of the banker who lends nothing that could leave all his customers half-financed). What alone may have
 * more than there is counts as large as all of it; several replies of a trial as half of it, or as the largest of them.
 *
 * Nobody waits for ever, if those who hold something end without waiting for those who wait here:
 * - A reply that is complete, broken off or out of time gives back by itself, or leaves what it held to its trial.
 * - A trial whose reply is complete waits for its evaluators. What these ask (judges, embeddings) takes its share of
 *   another memory, in which nothing is held but what arrives; so no answer to them ever waits for a trial.
 * - Their requests may wait for a place at a target that is taken by a reply which waits for room here. Limiters see to
 *   that: where all who have a place wait for room, and somebody who holds up a trial waits for a place, the first of
 *   them reads on, room or not.
 * - Rows are scored and stored in the order in which they come to it, one at a time at least.
 */
export function createReplyMemory(bytes: number = DEFAULT_BYTES): ReplyMemory & TrialReplyMemory {
  const ledger = new Ledger(bytes);
  return {
    get short() {
      return ledger.short;
    },
    share(mostBytes) {
      const holder: Holder = { mostBytes: Math.min(mostBytes, bytes), held: 0 };
      return new Share(ledger, holder, () => ledger.leave(holder));
    },
    forTrial: (replies) => new Trial(ledger, bytes, replies),
  };
}
