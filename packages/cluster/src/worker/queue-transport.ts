import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, encodeRow, QueueError, type JobRefusal, type JobTransport, type ReceivedJob, type ResultRow } from '@assay/schema';
import { answerFields, type Answer } from '../messages/answer.js';
import { envelopeOf, jobDigest, type Envelope } from '../messages/envelope.js';
import { ended } from '../session/ended.js';
import type { Session } from '../session/open-session.js';
import type { Claims } from './claims.js';
import type { HeldJob, JobSource } from './job-source.js';
import { JobsAhead } from './jobs-ahead.js';
import { Reminder } from './reminder.js';

/** Workers that may die with a job until it is done alone; one more, and it is given up. */
const DEATHS = 3;
/** Milliseconds that answers stay which nobody fetches: a run that was killed can be gone on with until then. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** Milliseconds after which that is said again. */
const SAY_AGAIN_MS = 60_000;
/** Milliseconds until a worker that refused a job takes the next, at first and at most: others may be able to do them. */
const PAUSE_MS = 25;
const MOST_PAUSE_MS = 500;

export interface QueueTransportParts {
  readonly workerId: string;
  readonly session: Session;
  readonly claims: Claims;
  readonly source: JobSource;
}

interface Taken {
  readonly held: HeldJob;
  readonly envelope: Envelope;
  /** As `performance.now()`. */
  readonly at: number;
}

/** Jobs of a queue as they come to one worker, and the way of their rows back. */
export class QueueTransport implements JobTransport {
  readonly #parts: QueueTransportParts;
  readonly #taken = new Map<ReceivedJob, Taken>();
  /** Ids of the jobs that were taken. */
  readonly #underWay = new Set<string>();
  #refusedInARow = 0;
  #closed = false;
  readonly #ahead = new JobsAhead();
  readonly #expiry = new Reminder(SAY_AGAIN_MS);
  /** Settles when nothing is being taken. */
  #taking: Promise<unknown> = Promise.resolve();

  constructor(parts: QueueTransportParts) {
    this.#parts = parts;
  }

  async *jobs(drain: AbortSignal): AsyncGenerator<ReceivedJob, void, undefined> {
    drain.addEventListener('abort', () => this.#parts.source.stop(), { once: true });
    const coming: Promise<ReceivedJob | undefined>[] = [];
    while (!drain.aborted && !this.#closed) {
      while (coming.length < this.#ahead.most) {
        const taking = this.#next(drain);
        taking.catch(() => undefined);
        coming.push(taking);
      }
      this.#taking = Promise.allSettled(coming);
      const received = await coming.shift();
      if (received) yield received;
    }
    // What was on its way goes back.
    for (const received of await Promise.all(coming)) if (received) await this.#release(received);
  }

  /** The next that is to be done; undefined for one that is not wanted. */
  async #next(drain: AbortSignal): Promise<ReceivedJob | undefined> {
    const { session, source } = this.#parts;
    const held = await session.unlessLost(source.next());
    const received = held && (await this.#receive(held));
    if (!received || !drain.aborted || received.problem) return received;
    await this.#release(received);
    return undefined;
  }

  /** It was asked for before this worker began to end. */
  #release(received: ReceivedJob): Promise<void> {
    return this.#answer('refusal', { error: { code: 'released', message: 'the worker ends' } }, received);
  }

  onShare(told: (share: number) => void): void {
    const { presence } = this.#parts.session;
    const tell = (): void => told(1 / Math.max(1, presence.workers().size));
    presence.onChange(tell);
    tell();
  }

  /** What is to be done of a job; undefined for one that is not wanted. */
  async #receive(held: HeldJob): Promise<ReceivedJob | undefined> {
    const { session, claims, source } = this.#parts;
    // The server gave it out a second time while it is under way here.
    if (this.#underWay.has(held.id)) return undefined;
    const envelope = envelopeOf(held.id, held.data, session.signer);
    if (!envelope) {
      await source.done(held);
      const problem = new ConfigError(`job ${held.id} is not signed with the secret of this worker`, { hint: 'set ASSAY_QUEUE_SECRET to the same for the run and for every worker' });
      return { text: undefined, problem };
    }
    const decision = await session.unlessLost(claims.claim(envelope.run, held.id));
    if (decision !== 'granted') {
      // Without an answer somebody else may ask; of a run that is gone nobody does for long.
      if (decision === undefined && this.#closed) await source.giveBack(held);
      else await source.done(held);
      return undefined;
    }
    const received: ReceivedJob = { text: envelope.job, alone: held.deaths >= DEATHS };
    this.#taken.set(received, { held, envelope, at: performance.now() });
    this.#underWay.add(held.id);
    if (held.deaths <= DEATHS) return received;
    const message = `${held.deaths} workers died while they did it, the last one when it did nothing else`;
    await this.#answer('refusal', { error: { code: 'worker_died', message } }, received);
    return undefined;
  }

  async #answer(kind: Answer['kind'], value: object, of: ReceivedJob): Promise<void> {
    const { workerId, session, source } = this.#parts;
    const taken = this.#taken.get(of);
    if (!taken) return;
    const { held, envelope } = taken;
    const { client, names, signer, address } = session;
    const answer: Answer = { kind, runId: envelope.run, jobId: held.id, workerId, digest: jobDigest(envelope.job), text: JSON.stringify(value) };
    const key = names.answers(envelope.run);
    const written = client.xadd(key, '*', ...answerFields(answer, signer)).catch((error: Error) => {
      throw new QueueError(`the queue at ${address.shown} takes no rows: ${error.message}`, { hint: 'is its memory full? Rows stay there until their run has fetched them' });
    });
    if (this.#expiry.isDue(key)) client.pexpire(key, KEPT_MS).catch(() => undefined);
    // Sent together, and done in this order. A job whose answer is not taken is missed by its run, and put there again.
    const done = source.done(held);
    await session.unlessLost(Promise.all([written, done]));
    this.#taken.delete(of);
    this.#underWay.delete(held.id);
  }

  async row(row: ResultRow, of: ReceivedJob): Promise<void> {
    this.#refusedInARow = 0;
    const taken = this.#taken.get(of);
    if (taken) this.#ahead.done(performance.now() - taken.at);
    await this.#answer('row', encodeRow(row), of);
  }

  async refuse({ error: { code, message, hint } }: JobRefusal, of: ReceivedJob): Promise<void> {
    await this.#answer('refusal', { error: { code, message, hint } }, of);
    await sleep(Math.min(MOST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(this.#refusedInARow, 10)));
    this.#refusedInARow += 1;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { claims, source, session } = this.#parts;
    source.stop();
    claims.close();
    // Waits for as long as an idle worker waits for a job.
    await ended(this.#taking);
    await ended(source.close());
    await session.close();
  }
}
