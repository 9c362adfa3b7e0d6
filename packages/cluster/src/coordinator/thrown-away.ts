import type { Redis } from 'ioredis';
import { evictionPolicy, KEEP_KEYS } from '../redis/eviction.js';

export interface ThrownAwayOptions {
  readonly client: Redis;
  /** Address of the queue, as it is shown. */
  readonly shown: string;
  readonly tell: (text: string) => void;
}

/**
 * Looks whether the server throws keys away when its memory is full: nobody may begin at one that does, and it may be set to that
 * later. The run goes on, since what is lost is asked again; whoever pays for that is to know.
 */
export class ThrownAway {
  readonly #options: ThrownAwayOptions;
  #policy: string | undefined;

  constructor(options: ThrownAwayOptions) {
    this.#options = options;
  }

  /** Says so when it has changed. */
  async look(): Promise<void> {
    const { client, shown, tell } = this.#options;
    const policy = evictionPolicy(await client.info('memory'));
    if (policy === this.#policy) return;
    this.#policy = policy;
    if (policy === undefined) return tell(`the queue at ${shown} throws no keys away any more`);
    tell(`the queue at ${shown} throws keys away when its memory is full (somebody has set maxmemory-policy ${policy}): replies may be lost, and paid for again. To prevent that: ${KEEP_KEYS}`);
  }
}
