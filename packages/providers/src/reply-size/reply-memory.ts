import type { ReplyMemory, ReplyShare } from '@assay/schema';

/** What all replies may take together while they arrive, in bytes. */
const DEFAULT_BYTES = 128 * 2 ** 20;

interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

/** One reply: what it holds, and what it may still come to. */
interface Holder {
  readonly mostBytes: number;
  held: number;
  waiting: Waiting | undefined;
}

/** Whether all can be read to their end, one after the other, each with what those before it gave back. */
function canAllEnd(holders: Iterable<Holder>, free: number): boolean {
  let room = free;
  const byNeed = [...holders].toSorted((a, b) => a.mostBytes - a.held - (b.mostBytes - b.held));
  return byNeed.every(({ mostBytes, held }) => {
    const fits = mostBytes - held <= room;
    room += held;
    return fits;
  });
}

/**
 * Memory that replies share. A reply that would leave too little for the others waits, and is read no
 * further meanwhile; it is never refused for the size of others. Nobody waits for ever: more is given only
 * as long as there is an order in which all can be read to the most that they may have (the rule of the
 * banker who lends nothing that could leave all his customers half-financed), so that one of those that
 * hold memory can always go on, and gives it back when it is complete, broken off or out of time. A reply
 * that alone may have more than there is counts as large as all of it.
 */
export function createReplyMemory(bytes: number = DEFAULT_BYTES): ReplyMemory {
  const holders = new Set<Holder>();
  let free = bytes;

  function give(holder: Holder, wanted: number): boolean {
    const before = holder.held;
    const more = wanted - before;
    if (more > free) return false;
    holder.held = wanted;
    if (!canAllEnd(holders, free - more)) {
      holder.held = before;
      return false;
    }
    free -= more;
    return true;
  }

  /** Those that are nearest to their end first: they give back the most. */
  function wake(): void {
    const waiting = [...holders].filter(({ waiting }) => waiting).toSorted((a, b) => b.held - a.held);
    for (const holder of waiting) {
      if (!holder.waiting || !give(holder, holder.waiting.bytes)) continue;
      const { go } = holder.waiting;
      holder.waiting = undefined;
      go();
    }
  }

  return {
    share(mostBytes): ReplyShare {
      const holder: Holder = { mostBytes: Math.min(mostBytes, bytes), held: 0, waiting: undefined };
      return {
        hold(wanted) {
          holders.add(holder);
          const within = Math.min(wanted, holder.mostBytes);
          if (within <= holder.held || give(holder, within)) return undefined;
          return new Promise((go) => {
            holder.waiting = { bytes: within, go };
          });
        },
        release() {
          if (!holders.delete(holder)) return;
          free += holder.held;
          holder.held = 0;
          // Whoever still waits is not to wait for ever; nothing is read on.
          holder.waiting?.go();
          holder.waiting = undefined;
          wake();
        },
      };
    },
  };
}
