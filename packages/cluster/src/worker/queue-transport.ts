import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, encodeRow, QueueError, type JobRefusal, type JobTransport, type ReceivedJob, type ResultRow } from '@assay/schema';
import { answerFields, type Answer } from '../messages/answer.js';
import { envelopeOf, jobDigest, type Envelope } from '../messages/envelope.js';
import type { Session } from '../session/open-session.js';
import type { Claims } from './claims.js';
import type { HeldJob, JobSource } from './job-source.js';

/** Workers that may die with a job until it is done alone; one more, and it is given up. */
const DEATHS = 3;
/** Milliseconds that answers stay which nobody fetches: a run that was killed can be gone on with until then. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** Milliseconds until a worker that refused a job takes the next, at first and at most: others may be able to do them. */
const PAUSE_MS = 25;
const MOST_PAUSE_MS = 5_000;

export interface QueueTransportParts {
  readonly workerId: string;
  readonly session: Session;
  readonly claims: Claims;
  readonly source: JobSource;
}

interface Taken {
  readonly held: HeldJob;
  readonly envelope: Envelope;
}

/** Jobs of a queue as they come to one worker, and the way of their rows back. */
export class QueueTransport implements JobTransport {
  readonly #parts: QueueTransportParts;
  readonly #taken = new Map<ReceivedJob, Taken>();
  /** Ids of the jobs that were taken. */
  readonly #underWay = new Set<string>();
  #refusedInARow = 0;
  #closed = false;

  constructor(parts: QueueTransportParts) {
    this.#parts = parts;
  }

  async *jobs(): AsyncGenerator<ReceivedJob, void, undefined> {
    const { session, source } = this.#parts;
    for (let held = await session.unlessLost(source.next()); held; held = await session.unlessLost(source.next())) {
      const received = await this.#receive(held);
      if (received) yield received;
    }
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
    if ((await session.unlessLost(claims.claim(envelope.run, held.id))) !== 'granted') {
      await source.done(held);
      return undefined;
    }
    const received: ReceivedJob = { text: envelope.job, alone: held.deaths >= DEATHS };
    this.#taken.set(received, { held, envelope });
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
    const written = client
      .pipeline()
      .xadd(key, '*', ...answerFields(answer, signer))
      .pexpire(key, KEPT_MS)
      .exec();
    const [[error] = []] = (await session.unlessLost(written)) ?? [];
    if (error) {
      throw new QueueError(`the queue at ${address.shown} takes no rows: ${error.message}`, { hint: 'is its memory full? Rows stay there until their run has fetched them' });
    }
    this.#taken.delete(of);
    this.#underWay.delete(held.id);
    await session.unlessLost(source.done(held));
  }

  async row(row: ResultRow, of: ReceivedJob): Promise<void> {
    this.#refusedInARow = 0;
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
    claims.close();
    await source.close();
    await session.close();
  }
}
