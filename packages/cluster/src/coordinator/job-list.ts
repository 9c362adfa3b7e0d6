import { setTimeout as sleep } from 'node:timers/promises';
import { isError } from '@assay/schema';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Envelope } from '../messages/envelope.js';
import { tryToWrite } from '../redis/try-to-write.js';
import type { WritesWatch } from '../writes/watch-writes.js';
import { JOBS, KEPT_MS, type QueueNames } from '../session/names.js';
import { isExhausted } from '../streams/exhausted-stream.js';

/** Most that BullMQ notes of what happened to jobs, which nobody reads. */
const EVENTS = 10;
const LISTS = ['wait', 'active', 'prioritized', 'delayed', 'waiting-children', 'paused'];
/** Those that jobs of Assay are in: out of these workers take them, also when the one that had them is gone. */
const TAKEN_FROM = ['wait', 'active', 'paused'];
/** The ids in them. At one moment: a job goes from one into another. */
const LISTED = "local ids = {} for _, key in ipairs(KEYS) do for _, id in ipairs(redis.call('LRANGE', key, 0, -1)) do ids[#ids + 1] = id end end return ids";
/** What BullMQ keeps besides jobs; it makes each anew. */
const REST = ['events', 'meta', 'id', 'marker', 'stalled', 'stalled-check'];
/** Of the rest: one key has an end of its own, which says when jobs of workers that are gone are looked for again. */
const KEPT = [...LISTS, ...REST.filter((part) => part !== 'stalled-check')];
/** Milliseconds for which the end of these need not be put off again. */
const KEEP_MS = 500;
/** Milliseconds that a job takes at most to be over once all of it was answered, and between two looks whether it is. */
const OVER_MS = 1_000;
const LOOK_MS = 10;
/** A job leaves nothing behind. */
const GONE = { removeOnComplete: true, removeOnFail: true };

interface ListedJob {
  readonly id: string;
  readonly data: Envelope;
  /** Before all others that wait. */
  readonly first: boolean;
}

export interface JobListOptions {
  readonly client: Redis;
  readonly prefix: string;
  readonly names: QueueNames;
  readonly patiently: WritesWatch['patiently'];
  /** Called when jobs cannot be put there. */
  readonly onFailure: (error: unknown) => void;
}

/** The jobs in the queue that workers take from. */
export class JobList {
  readonly #options: JobListOptions;
  readonly #queue: Queue;
  #waiting: ListedJob[] = [];
  /** When the end of what is no job was last put off. */
  #keptAt = -Infinity;

  constructor(options: JobListOptions) {
    const { client, prefix } = options;
    this.#options = options;
    this.#queue = new Queue(JOBS, { connection: client, prefix, skipVersionCheck: true, streams: { events: { maxLen: EVENTS } } });
    this.#queue.on('error', () => undefined);
  }

  /** Puts a job there, with all others that come at the same moment. */
  add(job: ListedJob): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#addAll());
    this.#waiting.push(job);
  }

  #addAll(): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    if (jobs.length === 0) return;
    // Of those that were refused some may be there: put there again, none is there twice.
    this.#options
      .patiently(() => this.#put(jobs))
      .then(() => this.#keep(jobs.map(({ id }) => id), performance.now() - this.#keptAt < KEEP_MS ? [] : KEPT).catch(() => undefined), (error: unknown) => this.#addAgain(jobs, error));
  }

  async #put(jobs: readonly ListedJob[]): Promise<void> {
    const { client, names } = this.#options;
    const entries = jobs.map(({ id, data, first }) => ({ name: 'trials', data, opts: { ...GONE, jobId: id, ...(first ? { lifo: true } : {}) } }));
    try {
      await this.#queue.addBulk(entries);
    } catch (error) {
      if (!isExhausted(error)) throw error;
      // Nobody reads what BullMQ notes. What it could not note is half there: known by its id, so that it would not be put there again, and in no list.
      await client.del(names.ofJobs('events'));
      await this.remove(jobs.map(({ id }) => id));
      await this.#queue.addBulk(entries);
    }
  }

  /** Jobs that were on their way when the connection was lost may be there or not: put there again, none is there twice. */
  #addAgain(jobs: readonly ListedJob[], error: unknown): void {
    if (!(isError(error) && error.name === 'AbortError')) {
      // Of what was refused half way something may be there, which nobody knows of any more.
      this.#keep(jobs.map(({ id }) => id), []).catch(() => undefined);
      return this.#options.onFailure(error);
    }
    for (const job of jobs) this.add(job);
  }

  /** Keeps jobs, and what else there is of the queue, for some days more: when nobody is left, it goes by itself. @returns those of the jobs that are there. */
  async #keep(ids: readonly string[], rest: readonly string[] = KEPT): Promise<ReadonlySet<string>> {
    const { client, names } = this.#options;
    if (rest.length > 0) this.#keptAt = performance.now();
    const pipeline = client.pipeline();
    for (const part of [...ids, ...rest]) pipeline.pexpire(names.ofJobs(part), KEPT_MS);
    const replies = (await pipeline.exec()) ?? [];
    return new Set(ids.filter((_, index) => replies[index]?.[1] === 1));
  }

  /**
   * Those of the jobs that nobody will do: the server does not know them, or knows them and gives them to nobody, since somebody has
   * deleted or altered its lists, or it has thrown one away for want of memory.
   * @param isHeld Whether a worker that is there has the job: it does it, listed or not.
   * @throws what the server says when it takes nothing any more: whoever only waits would not notice.
   */
  async missing(ids: readonly string[], isHeld: (id: string) => boolean): Promise<ReadonlySet<string>> {
    const { client, prefix, names } = this.#options;
    await tryToWrite(client, prefix);
    const there = await this.#keep(ids);
    const listed = new Set((await client.eval(LISTED, TAKEN_FROM.length, ...TAKEN_FROM.map((list) => names.ofJobs(list)))) as readonly string[]);
    return new Set(ids.filter((id) => !there.has(id) || !(listed.has(id) || isHeld(id))));
  }

  /** Takes jobs back that nobody has begun. */
  async remove(ids: readonly string[]): Promise<void> {
    const removed = new Set(ids);
    this.#waiting = this.#waiting.filter(({ id }) => !removed.has(id));
    await Promise.all(ids.map((id) => this.#queue.remove(id).catch(() => undefined)));
  }

  /** Waits a little for workers that are about to take a job off: they have answered all of it, or it was given to them while others did. @param isMeant Of its id. */
  async untilOver(isMeant: (id: string) => boolean): Promise<void> {
    const { client, names } = this.#options;
    for (const until = performance.now() + OVER_MS; performance.now() < until; await sleep(LOOK_MS)) {
      const lists = await Promise.all(['active', 'wait'].map((list) => client.lrange(names.ofJobs(list), 0, -1)));
      if (!lists.flat().some(isMeant)) return;
    }
  }

  /** Deletes what is left when nobody has a job in the queue. */
  async tidy(): Promise<void> {
    const { client, names } = this.#options;
    const lists = await client.exists(...LISTS.map((list) => names.ofJobs(list)));
    if (lists === 0) await client.del(...REST.map((part) => names.ofJobs(part)));
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
