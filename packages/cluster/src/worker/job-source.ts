import { isError } from '@assay/schema';
import { Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { lacksRights } from '../redis/lacks-rights.js';
import { ended } from '../session/ended.js';
import { JOBS, KEPT_MS, queueNames, type QueueNames } from '../session/names.js';
import type { Session } from '../session/open-session.js';
import { isExhausted } from '../streams/exhausted-stream.js';
import { LOCK_MS, LockTime } from './lock-time.js';
import { removeSpoiled } from './remove-spoiled.js';

/** Milliseconds between two signs of life. */
const RENEW_MS = 1_000;
/** Milliseconds between two looks for such jobs. One worker looks for all. */
const LOOK_MS = 1_000;
/** Seconds that an idle worker waits in one go. */
const WAIT_S = 1;
/** What follows from the deaths of workers is decided by the run, which knows who did what. */
const ANY_NUMBER = 1_000_000;

/** What nobody can read and what is not there any more, in a row: after so many it is no job that is wrong, and the same would come for ever. */
const MOST_GONE = 100;

/** What each look for jobs of workers that are gone makes anew: the one where it is gone, as after each run, the other one always. */
const MADE_BY_LOOKS = ['meta', 'stalled'];
/** Lists that end and begin as jobs come and go. */
const MADE_ANEW = ['active', 'marker', 'wait', 'events'];

/** A job of the queue that this worker holds: the trials of a bundle. */
export interface HeldJob {
  readonly id: string;
  /** What should be an envelope; undefined for what nobody can read, which is out of the queue already. */
  readonly data: unknown;
}

interface Held {
  readonly job: Job;
  readonly token: string;
}

/** Whether a job that was given out is nothing like one, and the connection is not what is wrong. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof TypeError || (isError(error) && error.message.startsWith('WRONGTYPE'));
}

/** Knows whether it is being given a job. */
class Taker extends Worker {
  isTaking = false;

  protected override async moveToActive(...how: Parameters<Worker['moveToActive']>): ReturnType<Worker['moveToActive']> {
    this.isTaking = true;
    try {
      return await super.moveToActive(...how);
    } finally {
      this.isTaking = false;
    }
  }
}

/** Takes jobs out of the queue, one at a time, and keeps those that are under way from being given to others. */
export class JobSource {
  readonly #worker: Taker;
  readonly #connection: Redis;
  readonly #watch: Session['watch'];
  readonly #names: QueueNames;
  readonly #held = new Map<string, Held>();
  readonly #lock = new LockTime();
  #renewing: NodeJS.Timeout | undefined;
  /** When it was last time to give a sign of life, as `performance.now()`. */
  #renewedAt = 0;
  #tokens = 0;
  #asking: Promise<unknown> = Promise.resolve();
  #stopped = false;
  /** Why no job comes any more, though nobody who asked for one was told so. */
  #refusal: unknown;

  /** @param watch watches the connection on which jobs are waited for. */
  constructor({ client, address: { prefix }, watch }: Pick<Session, 'client' | 'watch'> & { readonly address: Pick<Session['address'], 'prefix'> }) {
    this.#connection = client;
    this.#watch = watch;
    this.#names = queueNames(prefix);
    this.#worker = new Taker(JOBS, undefined, {
      connection: client,
      prefix,
      autorun: false,
      lockDuration: LOCK_MS,
      stalledInterval: LOOK_MS,
      maxStalledCount: ANY_NUMBER,
      drainDelay: WAIT_S,
      skipVersionCheck: true,
      // Those of a run say so themselves; what somebody else puts there is to leave nothing either.
      removeOnComplete: { count: 0 },
    });
    this.#worker.on('error', (error) => this.#heard(error));
    const { backend } = this.#worker;
    const look = backend.moveStalledJobsToWait.bind(backend);
    backend.moveStalledJobsToWait = async () => {
      const stalled = await look();
      // At once: whoever is killed until it is time to renew would leave them for good.
      void this.#putOffEnds(MADE_BY_LOOKS);
      return stalled;
    };
  }

  /** What goes wrong beside the taking of jobs. A lost connection is made again, and the watch over it informs whoever waits for too long. */
  readonly #heard = (error: unknown): void => {
    if (lacksRights(error)) this.#refusal ??= error;
    // Where that fails, the next refusal is heard again.
    if (isExhausted(error)) void this.#forgetEvents();
  };

  /** Nobody reads what BullMQ notes, and while it cannot note anything it does nothing. @returns false where the server does not take it away. */
  async #forgetEvents(): Promise<boolean> {
    try {
      await this.#connection.del(this.#names.ofJobs('events'));
      return true;
    } catch {
      return false;
    }
  }

  async open(): Promise<void> {
    await this.#worker.waitUntilReady();
    const waiting = await this.#worker.backend.blockingConnection?.client;
    if (waiting) this.#watch(waiting);
    await this.#worker.startStalledCheckTimer();
    this.#renewedAt = performance.now();
    this.#renewing = setInterval(() => void this.#renew(), RENEW_MS);
  }

  async #renew(): Promise<void> {
    const now = performance.now();
    this.#lock.second(now - this.#renewedAt - RENEW_MS);
    this.#renewedAt = now;
    const { ms } = this.#lock;
    // Of jobs that are taken from now on as well.
    this.#worker.opts.lockDuration = ms;
    const held = [...this.#held];
    if (held.length === 0) return;
    void this.#putOffEnds(MADE_ANEW);
    await this.#worker.extendJobLocks(held.map(([id]) => id), held.map(([, { token }]) => token), ms).catch(this.#heard);
    this.#lock.answered(performance.now() - now);
  }

  /**
   * The next job; undefined when no more are taken. Waits for one, and for those who asked before.
   * @throws what the server says when it gives none.
   */
  next(): Promise<HeldJob | undefined> {
    // One at a time waits at the server: others would ask it again and again.
    const next = this.#asking.then(() => this.#take());
    this.#asking = next.catch(() => undefined);
    return next;
  }

  /** What BullMQ makes anew again and again is to go by itself when all who were there have left, or have been killed. Never rejects. */
  async #putOffEnds(parts: readonly string[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#connection.pexpire(this.#names.ofJobs(part), KEPT_MS).catch(() => undefined)));
  }

  async #take(): Promise<HeldJob | undefined> {
    let gone = 0;
    while (!this.#stopped) {
      const token = `${this.#worker.id}:${(this.#tokens += 1)}`;
      let job: Job | undefined;
      try {
        job = await this.#worker.getNextJob(token);
      } catch (error) {
        // What was given out meanwhile is missed like what a worker held that is gone.
        if (isExhausted(error) && (await this.#forgetEvents())) continue;
        const id = isUnreadable(error) ? await removeSpoiled(this.#connection, this.#names, token) : undefined;
        if (id === undefined) {
          // Another worker has been given the same since, as where it stands in a list many times: that one takes it out.
          gone += 1;
          if (isUnreadable(error) && gone < MOST_GONE) continue;
          throw error;
        }
        return { id, data: undefined };
      }
      if (job === undefined && this.#refusal !== undefined) throw this.#refusal;
      if (job?.id === undefined) continue;
      if (this.#stopped) {
        // It was taken while this worker began to end: another one finds it at once.
        await job.moveToWait(token).catch(() => undefined);
        return undefined;
      }
      // Its own options may have been altered, and those of the worker count where it has none: a job that is over leaves nothing.
      job.opts = {};
      this.#held.set(job.id, { job, token });
      return { id: job.id, data: job.data };
    }
    return undefined;
  }

  /** A job is over: nobody gets it any more. */
  async done({ id }: HeldJob): Promise<void> {
    const held = this.#held.get(id);
    this.#held.delete(id);
    // Somebody else may have it by now, or it is gone with what the server forgot when it was killed: it was answered all the same.
    await held?.job.moveToCompleted(null, held.token, false).catch(this.#heard);
  }

  /** Puts a job back, where another worker finds it. */
  async giveBack({ id }: HeldJob): Promise<void> {
    const held = this.#held.get(id);
    this.#held.delete(id);
    await held?.job.moveToWait(held.token).catch(this.#heard);
  }

  /** Takes no more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Takes no more; what is held is given to others after a while. */
  async close(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#renewing);
    // A job that is on its way is given back; a wait for one is cut short.
    const stands = this.#connection.status === 'ready';
    if (this.#worker.isTaking && stands) await ended(this.#asking);
    await this.#worker.close(true);
    // Of a connection that is lost nothing comes, not even that it has ended.
    if (!stands) return;
    await ended(this.#asking);
    await ended(this.#putOffEnds(MADE_BY_LOOKS));
  }
}
