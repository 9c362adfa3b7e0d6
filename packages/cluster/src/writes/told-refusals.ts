import type { QueueAddress } from '../address/queue-address.js';
import { refusedWrite } from '../redis/refused-write.js';

/** Milliseconds until it is told once more that a server takes nothing: one that is nearly full takes one row, and not the next, again and again. */
const TELL_AGAIN_MS = 30_000;

export interface ToldRefusalsOptions {
  readonly address: QueueAddress;
  /** What it does not take. */
  readonly what: 'takes no jobs' | 'takes no rows';
  readonly tell: (text: string) => void;
}

/** Tells of a server that takes nothing for a while, and that it takes things again. */
export class ToldRefusals {
  readonly #options: ToldRefusalsOptions;
  /** When it was told last, as `performance.now()`. */
  #toldAt = -Infinity;
  /** Of what is refused now. */
  #isTold = false;

  constructor(options: ToldRefusalsOptions) {
    this.#options = options;
  }

  /** It takes nothing still. @param said What it said. */
  refused(said: unknown): void {
    const now = performance.now();
    if (this.#isTold || now - this.#toldAt < TELL_AGAIN_MS) return;
    this.#isTold = true;
    this.#toldAt = now;
    const { address, what, tell } = this.#options;
    tell(`${refusedWrite(said, what, address).message.replace(/\.$/u, '')}: trying again for ${address.patienceMs / 1000} s`);
  }

  /** It has taken all that it refused. */
  taken(): void {
    const { address, what, tell } = this.#options;
    if (this.#isTold) tell(`the queue at ${address.shown} takes ${what.slice('takes no '.length)} again`);
    this.#isTold = false;
  }
}
