import type { Redis } from 'ioredis';
import type { QueueNames } from '../session/names.js';

/** What BullMQ obeys that is set for a queue, so that workers get fewer jobs or none. Assay sets none of it. */
const HOLDING = ['paused', 'concurrency', 'max'];
/** While a queue is paused, what is put there waits in a list of its own, out of which nobody takes anything. In its order, before what came later. */
const MOVE = "while redis.call('LMOVE', KEYS[1], KEYS[2], 'LEFT', 'RIGHT') do end";

export interface HeldBackOptions {
  readonly client: Redis;
  readonly names: QueueNames;
  /** Address of the queue, as it is shown. */
  readonly shown: string;
  readonly tell: (text: string) => void;
}

/** Looks whether somebody has paused or throttled the queue, as who can write to a server may do: a run would stand still without a word. */
export class HeldBack {
  readonly #options: HeldBackOptions;
  #by = '';

  constructor(options: HeldBackOptions) {
    this.#options = options;
  }

  /** Says what holds the queue back when that has changed. Jobs that came meanwhile are put where workers find them when it is paused no more. */
  async look(): Promise<void> {
    const { client, names, shown, tell } = this.#options;
    const key = names.ofJobs('meta');
    const values = await client.hmget(key, ...HOLDING);
    const by = HOLDING.filter((_, index) => values[index] !== null).join(' ');
    if (values[0] === null) await client.eval(MOVE, 2, names.ofJobs('paused'), names.ofJobs('wait'));
    if (by === this.#by) return;
    this.#by = by;
    if (by === '') return tell(`the queue at ${shown} is held back no more`);
    tell(`the queue at ${shown} is held back: somebody has set ${by.replaceAll(' ', ', ')} in ${key}, and workers get fewer trials, or none. To go on: redis-cli hdel ${key} ${by}`);
  }
}
