import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueError } from '@assay/schema';
import type { Redis } from 'ioredis';
import type { QueueAddress } from '../address/queue-address.js';
import { isOfReplica, isPassing } from './passing-refusal.js';
import { refusedWrite } from './refused-write.js';
import { tryToWrite } from './try-to-write.js';

/** Milliseconds between two looks whether a server takes something: whoever has nothing to write would not notice. */
const LOOK_MS = 5_000;
/** The same while it takes nothing. */
const LOOK_AGAIN_MS = 500;
/** Milliseconds between two new ways to a server that is a replica: its name may mean another one by now. */
const NEW_WAY_MS = 5_000;

export interface WritesWatchOptions {
  readonly client: Redis;
  readonly address: QueueAddress;
  /** What it does not take, in the end. */
  readonly what: 'takes no jobs' | 'takes no rows';
  readonly tell: (text: string) => void;
  /** Makes all connections anew. */
  readonly reconnect: () => void;
  /** Called when it takes nothing for longer than anybody waits. */
  readonly onLost: (error: QueueError) => void;
}

export interface WritesWatch {
  /**
   * Does something there, and does it again when the server takes things again that took nothing for now. What is begun meanwhile waits, and
   * is done in its order.
   * @throws what the server says for any other reason; QueueError when it takes nothing until nobody waits any more.
   */
  patiently<T>(operation: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Watches whether a server takes what is written, and waits as patiently for one that does not as for one that is away. */
export function watchWrites({ client, address, what, tell, reconnect, onLost }: WritesWatchOptions): WritesWatch {
  const closing = new AbortController();
  /** While it takes nothing: until it does. */
  let refusing: Promise<void> | undefined;

  /** @returns what it says when it takes nothing; one that is away says nothing, which somebody else watches. */
  async function look(): Promise<unknown> {
    if (client.status !== 'ready') return undefined;
    return tryToWrite(client, address.prefix).catch((error: unknown) => error);
  }

  async function untilTaken(first: unknown): Promise<void> {
    const since = performance.now();
    let wayAt = since;
    let said = first;
    tell(`${refusedWrite(first, what, address).message.replace(/\.$/u, '')}: trying again for ${address.patienceMs / 1000} s`);
    for (;;) {
      await sleep(LOOK_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) throw refusedWrite(said, what, address);
      const wasReady = client.status === 'ready';
      const error = await look();
      if (wasReady && error === undefined) {
        refusing = undefined;
        return tell(`the queue at ${address.shown} takes ${what.slice('takes no '.length)} again`);
      }
      if (error !== undefined) said = error;
      const now = performance.now();
      // While it is away, the watch over the connections counts.
      if (wasReady && now - since >= address.patienceMs) {
        const lost = refusedWrite(said, what, address);
        onLost(lost);
        throw lost;
      }
      if (wasReady && isOfReplica(said) && now - wayAt >= NEW_WAY_MS) {
        wayAt = now;
        reconnect();
      }
    }
  }

  function refused(said: unknown): Promise<void> {
    refusing ??= untilTaken(said);
    // Of one that only looked nobody hears it here.
    refusing.catch(() => undefined);
    return refusing;
  }

  async function lookBeforehand(): Promise<void> {
    const error = await look();
    if (isPassing(error) && !closing.signal.aborted) void refused(error);
  }

  const timer = setInterval(() => {
    if (!refusing) void lookBeforehand();
  }, LOOK_MS);

  return {
    async patiently(operation) {
      for (;;) {
        // Begun at once otherwise: what its caller does next comes after it.
        if (refusing) await refusing;
        try {
          return await operation();
        } catch (error) {
          if (!isPassing(error)) throw error;
          await refused(error);
        }
      }
    },
    close() {
      clearInterval(timer);
      closing.abort();
    },
  };
}
