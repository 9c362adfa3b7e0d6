import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueError } from '@assay/schema';
import type { Redis } from 'ioredis';
import type { QueueAddress } from '../address/queue-address.js';
import { refusedWrite } from '../redis/refused-write.js';
import { tryToWrite } from '../redis/try-to-write.js';
import { isOfReplica, isPassingForMembers } from './passing-refusal.js';
import { RefusedOperations } from './refused-operations.js';
import { ToldRefusals } from './told-refusals.js';

/** Milliseconds between two looks whether a server takes something: whoever has nothing to write would not notice. */
const LOOK_MS = 5_000;
/** The same while it takes nothing. */
const LOOK_AGAIN_MS = 500;
/** Most milliseconds until what was refused is sent once more, which may be megabytes each time: it waits twice as long as before. */
const MOST_AGAIN_MS = 1_000;
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
   * Writes something there, and does it again when the server takes things again that took nothing for now. What is begun meanwhile waits,
   * and is done in its order, one at a time.
   * @throws what the server says for any other reason; QueueError when it takes nothing until nobody waits any more.
   */
  patiently<T>(operation: () => Promise<T>): Promise<T>;
  /** The same for what may itself take as long as it likes, such as the wait for a job: it begins when all has been taken that was refused. */
  afterwards<T>(operation: () => Promise<T>): Promise<T>;
  close(): void;
}

/** @returns what a server says when it takes nothing; one that is away says nothing, which somebody else watches. */
async function look(client: Redis, { prefix }: QueueAddress): Promise<unknown> {
  if (client.status !== 'ready') return undefined;
  return tryToWrite(client, prefix).catch((error: unknown) => error);
}

/** Watches whether a server takes what is written, and waits as patiently for one that does not as for one that is away. */
export function watchWrites({ client, address, what, tell, reconnect, onLost }: WritesWatchOptions): WritesWatch {
  const closing = new AbortController();
  const line = new RefusedOperations();
  const told = new ToldRefusals({ address, what, tell });
  /** While it takes nothing: until it has taken all that it refused. */
  let refusing: Promise<void> | undefined;
  /** What it said when it took nothing last. */
  let said: unknown;

  async function untilTaken(): Promise<void> {
    let since = performance.now();
    let wayAt = since;
    let pause = LOOK_AGAIN_MS;
    // While it takes one after the other, nobody waits in vain.
    const onTaken = (): void => {
      since = performance.now();
      pause = LOOK_AGAIN_MS;
    };
    for (;;) {
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) throw refusedWrite(said, what, address);
      // While it is away, the watch over the connections counts.
      if (client.status !== 'ready') continue;
      // It may take little things, and not what was refused.
      const nothing = await look(client, address);
      const error = nothing ?? (await line.again(onTaken));
      if (error === undefined) {
        if (!line.isEmpty) continue;
        refusing = undefined;
        return told.taken();
      }
      said = error;
      pause = nothing === undefined ? Math.min(MOST_AGAIN_MS, 2 * pause) : LOOK_AGAIN_MS;
      // What it takes half a second later, as where rows of others came at the same moment, is nothing to be told.
      told.refused(said);
      const now = performance.now();
      if (now - since >= address.patienceMs) {
        const lost = refusedWrite(said, what, address);
        onLost(lost);
        line.giveUp(lost);
        throw lost;
      }
      if (isOfReplica(said) && now - wayAt >= NEW_WAY_MS) {
        wayAt = now;
        reconnect();
      }
    }
  }

  function refused(words: unknown): Promise<void> {
    if (!refusing) said = words;
    refusing ??= untilTaken();
    // Of one that only looked nobody hears it here.
    refusing.catch(() => undefined);
    return refusing;
  }

  async function lookBeforehand(): Promise<void> {
    const error = await look(client, address);
    if (isPassingForMembers(error) && !closing.signal.aborted) void refused(error);
  }

  const timer = setInterval(() => {
    if (!refusing) void lookBeforehand();
  }, LOOK_MS);

  return {
    async patiently(operation) {
      // Begun at once otherwise: what its caller does next comes after it.
      if (refusing) return line.add(operation);
      try {
        return await operation();
      } catch (error) {
        if (!isPassingForMembers(error)) throw error;
        const taken = line.add(operation);
        void refused(error);
        return taken;
      }
    },
    async afterwards(operation) {
      for (;;) {
        if (refusing) await refusing;
        try {
          return await operation();
        } catch (error) {
          if (!isPassingForMembers(error)) throw error;
          await refused(error);
        }
      }
    },
    close() {
      clearInterval(timer);
      closing.abort();
      if (refusing) line.giveUp(refusedWrite(said, what, address));
    },
  };
}
