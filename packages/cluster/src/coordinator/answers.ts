import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { disconnect } from '../redis/disconnect.js';
import { lacksRights } from '../redis/lacks-rights.js';
import { olderEntries } from '../streams/older-entries.js';

/** Milliseconds that a read waits for answers. */
const BLOCK_MS = 1_000;
/** Most that are read in one go. */
const AT_ONCE = 200;
/** Milliseconds between two reads, when something came: what comes meanwhile is read together. */
const GATHER_MS = 40;
/** Of so few that are waited for, each may be the last one, which the end of the run waits for. */
const FEW = 100;
/** Milliseconds that an answer stays after it was handed on, at least: until then it is stored. */
const KEEP_MS = 1_000;

export interface AnswersOptions {
  /** A connection of its own, which waits. */
  readonly reader: Redis;
  readonly client: Redis;
  /** Of the stream. */
  readonly key: string;
  /** Called when the server gives none, for a reason that does not go by itself. */
  readonly onFailure: (error: unknown) => void;
  readonly take: (fields: readonly string[]) => void;
  /** How many are waited for. */
  readonly due: () => number;
}

/** Whether a server will say the same the next time. */
const isLasting = (error: unknown): boolean => lacksRights(error) || /\bWRONGTYPE\b/u.test(String(error));

type Entry = readonly [id: string, fields: readonly string[]];

interface Taken {
  /** As `performance.now()`. */
  readonly at: number;
  readonly ids: readonly string[];
}

/** Reads the answers of workers as they come, from the first that is there. Each is deleted a little after it was handed on. */
export class Answers {
  readonly #options: AnswersOptions;
  readonly #reading: Promise<void>;
  readonly #closing = new AbortController();
  #last = '0';
  #taken: Taken[] = [];
  #readUpTo = -Infinity;

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#reading = this.#readOn();
  }

  /** All that stood there then was handed on, as `performance.now()`. */
  get readUpTo(): number {
    return this.#readUpTo;
  }

  /** @returns undefined when the server gives none. */
  async #read(): Promise<readonly Entry[] | undefined> {
    const { reader, key } = this.#options;
    try {
      const streams = (await reader.xread('COUNT', AT_ONCE, 'BLOCK', BLOCK_MS, 'STREAMS', key, this.#last)) as readonly [string, readonly Entry[]][] | null;
      return streams?.[0]?.[1] ?? [];
    } catch (error) {
      if (isLasting(error)) this.#options.onFailure(error);
      // The watch over the connection tells when this goes on for too long.
      await this.#sleep(BLOCK_MS);
      return undefined;
    }
  }

  /** Waits so long, or until nothing more is read. */
  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  async #readOn(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const askedAt = performance.now();
      const read = await this.#read();
      const entries = read ?? [];
      const isOlder = entries.length === 0 && (await this.#lookBack());
      for (const [index, [id, fields]] of entries.entries()) {
        // What workers ask meanwhile is answered in between: they have nothing to do until then.
        if (index > 0) await turn();
        this.#last = id;
        this.#options.take(fields);
      }
      if (read && read.length < AT_ONCE && !isOlder) this.#readUpTo = askedAt;
      this.#forget();
      if (entries.length === 0) continue;
      this.#taken.push({ at: performance.now(), ids: entries.map(([id]) => id) });
      if (entries.length < AT_ONCE && this.#options.due() > FEW) await this.#sleep(GATHER_MS);
    }
  }

  /**
   * Ids of entries are times of the server. One that has forgotten the stream, or another one in its place, whose clock is behind, begins it
   * anew before what was read last, and nobody would ever read that.
   * @returns whether there is something to read that is older, as far as anybody knows.
   */
  async #lookBack(): Promise<boolean> {
    const { reader, key } = this.#options;
    if (this.#closing.signal.aborted) return true;
    const taken = new Set(this.#taken.flatMap(({ ids }) => ids));
    const older = await olderEntries(reader, key, this.#last).catch(() => undefined);
    if (!older) return true;
    const isOlder = older.some((id) => !taken.has(id));
    if (isOlder) this.#last = '0';
    return isOlder;
  }

  #forget(): void {
    const { client, key } = this.#options;
    const until = performance.now() - KEEP_MS;
    // Many together: one at a time would be as much to send as all that is read.
    if ((this.#taken[0]?.at ?? Infinity) > until - KEEP_MS) return;
    const old = this.#taken.filter(({ at }) => at < until).flatMap(({ ids }) => ids);
    if (old.length === 0 || client.status !== 'ready') return;
    this.#taken = this.#taken.filter(({ at }) => at >= until);
    // What a server keeps that takes nothing for now has been handed on all the same.
    client.xdel(key, ...old).catch(() => this.#taken.push({ at: performance.now(), ids: old }));
  }

  /** Reads no more. What was handed on is deleted; of the others none is. */
  async close(): Promise<void> {
    const { reader, client, key } = this.#options;
    this.#closing.abort();
    const stands = reader.status === 'ready';
    disconnect(reader);
    // Of a connection that is lost nothing comes, not even that it has ended.
    if (stands) await this.#reading;
    const ids = this.#taken.flatMap((taken) => taken.ids);
    if (ids.length > 0 && client.status === 'ready') await client.xdel(key, ...ids).catch(() => undefined);
  }

  /** Deletes all that there are. */
  async remove(): Promise<void> {
    await this.#options.client.del(this.#options.key).catch(() => undefined);
  }
}
