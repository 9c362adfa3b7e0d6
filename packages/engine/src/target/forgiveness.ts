import type { ProviderError } from '@assay/schema';
import type { Limiter } from '../traffic/limiter.js';

/** Refusals and time-outs of one request that do not count as its tries. */
const MOST_FORGIVEN = 10;

/** Tells which failures of one request are those of how many were sent at once, and none of its own. */
export class Forgiveness {
  readonly #limiter: Pick<Limiter, 'answered' | 'narrowed'>;
  #forgiven = 0;
  #answeredBefore = 0;
  #narrowedBefore = 0;

  constructor(limiter: Pick<Limiter, 'answered' | 'narrowed'>) {
    this.#limiter = limiter;
  }

  /** A try is sent. */
  sent(): void {
    this.#answeredBefore = this.#limiter.answered;
    this.#narrowedBefore = this.#limiter.narrowed;
  }

  /** Whether the failure of the last try counts as none. To be asked once for each. */
  forgives({ kind, overloaded }: ProviderError): boolean {
    // Where others are answered, a refusal only says that it was not this one's turn.
    const notItsTurn = overloaded && this.#limiter.answered > this.#answeredBefore;
    // It waited in a line of our own making: fewer are sent at once since.
    const inLine = kind === 'timeout' && this.#limiter.narrowed > this.#narrowedBefore;
    const forgiven = (notItsTurn || inLine) && this.#forgiven < MOST_FORGIVEN;
    if (forgiven) this.#forgiven += 1;
    return forgiven;
  }
}
