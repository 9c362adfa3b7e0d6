import type { BatchRecord } from '../on-disk/journal-line.js';
import { idText } from '../on-disk/request-id.js';

type Asked = Pick<BatchRecord, 'target' | 'requests'>;

/** What a target may have in batches, as far as its API has refused more. */
interface Room {
  /** Most requests of one batch. */
  readonly batch: number;
  /** Most requests of all that are under way together. */
  readonly together: number;
}

const ENDLESS: Room = { batch: Infinity, together: Infinity };

/** With every batch that is taken it is tried whether there is room for more: others who share the account may be done. */
const GROWTH = 1.5;

function grown(most: number): number {
  return Math.ceil(most * GROWTH);
}

/**
 * How many requests an API takes into its batches at a time. An account has only so many tokens in batches; for how many requests that
 * is nobody tells, but a batch that is too much fails as a whole.
 */
export class QueueRoom {
  readonly #rooms = new Map<string, Room>();
  /** Requests that were too much by themselves when they were asked last, by target; the last one at the end. */
  readonly #tooMuch = new Map<string, Set<string>>();
  readonly #open: () => Iterable<Asked>;

  /** @param open Batches that have not ended. */
  constructor(open: () => Iterable<Asked>) {
    this.#open = open;
  }

  /** Requests of a target that are in batches. */
  underWay(target: string): number {
    let sum = 0;
    for (const open of this.#open()) if (open.target === target) sum += open.requests.length;
    return sum;
  }

  /** A batch that is not under way any more was too much: for itself where it was the only one of its target, else beside the others. */
  refused({ target, requests }: Asked): void {
    const { batch, together } = this.#rooms.get(target) ?? ENDLESS;
    const others = this.underWay(target);
    const half = Math.ceil(requests.length / 2);
    const [only] = requests;
    if (only && requests.length === 1 && others === 0) this.#noteTooMuch(target, idText(only));
    this.#rooms.set(target, others === 0 ? { batch: Math.min(batch, half), together: Math.min(together, requests.length) } : { batch, together: Math.min(together, others) });
  }

  /** A batch was taken. */
  taken({ target, requests }: Asked): void {
    const tooMuch = this.#tooMuch.get(target);
    if (tooMuch) for (const id of requests) tooMuch.delete(idText(id));
    const room = this.#rooms.get(target);
    if (room) this.#rooms.set(target, { batch: grown(room.batch), together: grown(room.together) });
  }

  /** Most requests of the next batch of a target; 0 while it has to wait for others. */
  left(target: string): number {
    const { batch, together } = this.#rooms.get(target) ?? ENDLESS;
    return Math.max(0, Math.min(batch, together - this.underWay(target)));
  }

  /** Requests of a target that were too much by themselves when they were asked last, by {@link idText}; the last one at the end. */
  tooMuch(target: string): ReadonlySet<string> {
    return this.#tooMuch.get(target) ?? new Set();
  }

  #noteTooMuch(target: string, id: string): void {
    const known = this.#tooMuch.get(target) ?? new Set();
    this.#tooMuch.set(target, known);
    known.delete(id);
    known.add(id);
  }
}
