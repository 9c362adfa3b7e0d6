import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, rowJson, type JobRefusal, type JobTransport, type ReceivedJob, type ResultRow } from '@assay/schema';
import { answerFields, RELEASED, RETURNED, SPENT, type Answer, type Refusal } from '../messages/answers.js';
import { envelopeOf } from '../messages/envelope.js';
import { refusedWrite } from '../redis/refused-write.js';
import { ended } from '../session/ended.js';
import { KEPT_MS } from '../session/names.js';
import type { Session } from '../session/open-session.js';
import { SIGN_MS } from '../session/presence.js';
import { addEntry } from '../streams/exhausted-stream.js';
import { AnothersBundles } from './anothers-bundles.js';
import { HeldAhead } from './held-ahead.js';
import { HeldBundles, type HeldTrial } from './held-bundles.js';
import type { JobSource } from './job-source.js';
import { Outbox } from './outbox.js';
import type { Questions } from './questions.js';
import { createRemoteAccount } from './remote-account.js';

/** Milliseconds until a worker that refused a job takes the next, at first and at most: others may be able to do them. */
const PAUSE_MS = 25;
const MOST_PAUSE_MS = 500;
/** The same for one whose target or judges do not answer this worker. It takes many at once, and each is refused at once. */
const UNREACHABLE_PAUSE_MS = 250;
/** Milliseconds after which a trial that nobody asked for goes back to where others find it. */
const UNASKED_MS = 3_000;

export interface QueueTransportParts {
  readonly workerId: string;
  readonly session: Session;
  readonly questions: Questions;
  readonly source: JobSource;
}

interface Ready {
  readonly received: ReceivedJob;
  /** As `performance.now()`. */
  readonly since: number;
}

/** An answer, with what to do when it is on its way. */
interface Outgoing extends Answer {
  /** @returns what to do when the server has taken it. */
  readonly onSent: () => () => void;
  readonly isUrgent: boolean;
}

/** Jobs of a queue as they come to one worker, and the way of their rows back. */
export class QueueTransport implements JobTransport {
  readonly passesOn = true;
  readonly #parts: QueueTransportParts;
  readonly #held: HeldBundles;
  readonly #outbox: Outbox<Outgoing>;
  readonly #ahead = new HeldAhead();
  readonly #anothers: AnothersBundles;
  /** What was taken and not asked for. */
  #ready: Ready[] = [];
  readonly #fetching = new Set<Promise<void>>();
  /** Trials that the last bundle had. */
  #lastSize = 1;
  /** Bundles that waited at the server when the last one was taken. */
  #waiting = Infinity;
  #refusedInARow = 0;
  #isForgeryTold = false;
  #failure: { readonly error: unknown } | undefined;
  #stopped = false;
  #closed = false;
  #wake: (() => void) | undefined;
  #looking: NodeJS.Timeout | undefined;

  constructor(parts: QueueTransportParts) {
    this.#parts = parts;
    const { questions, source } = parts;
    this.#anothers = new AnothersBundles(source);
    this.#held = new HeldBundles(source, {
      accountOf: (trial) =>
        createRemoteAccount({
          trial,
          questions,
          // Goes before the row, or is missed with it.
          tell: (outcome) => void this.#post('paid', JSON.stringify(outcome), trial, () => () => undefined).catch(() => undefined),
          onUnanswered: () => void (trial.isUnanswered = true),
        }),
      begins: ({ runId, bundleId }) => questions.begin(runId, bundleId),
    });
    this.#outbox = new Outbox({ send: (runId, answers) => this.#send(runId, answers), due: () => this.#held.unanswered - this.#ready.length });
  }

  async *jobs(drain: AbortSignal): AsyncGenerator<ReceivedJob, void, undefined> {
    const stop = (): void => this.#stop();
    if (drain.aborted) stop();
    drain.addEventListener('abort', stop, { once: true });
    this.#looking ??= setInterval(() => this.#returnUnasked(), UNASKED_MS / 6);
    for (;;) {
      this.#fetchAhead();
      const next = this.#ready.shift();
      if (next) {
        this.#ahead.begun();
        yield next.received;
      } else if (this.#failure) throw this.#failure.error;
      else if (this.#stopped && this.#fetching.size === 0) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Takes no more, and gives back what nobody asked for. */
  #stop(): void {
    this.#stopped = true;
    this.#parts.source.stop();
    this.#giveBack(RELEASED, () => true);
    this.#wake?.();
  }

  /** Most trials to hold that were not asked for: towards the end of a run half a share of what is left, since whoever is free first should have it. */
  get #mostAhead(): number {
    const workers = Math.max(1, this.#parts.session.presence.workers().size);
    return Math.max(1, Math.min(this.#ahead.most, Math.floor((this.#waiting * this.#lastSize) / (2 * workers))));
  }

  #fetchAhead(): void {
    while (!this.#stopped && !this.#failure && this.#ready.length + this.#fetching.size * this.#lastSize < this.#mostAhead) {
      const fetching = this.#fetch()
        .catch((error: unknown) => void (this.#failure ??= { error }))
        .finally(() => {
          this.#fetching.delete(fetching);
          this.#wake?.();
        });
      this.#fetching.add(fetching);
    }
  }

  async #fetch(): Promise<void> {
    const received = await this.#next();
    if (received.length === 0) return;
    this.#lastSize = received.length;
    this.#lookAtQueue();
    const since = performance.now();
    this.#ready.push(...received.map((one) => ({ received: one, since })));
    // It was asked for before this worker began to end.
    if (this.#stopped) this.#giveBack(RELEASED, () => true);
  }

  #lookAtQueue(): void {
    const { client, names } = this.#parts.session;
    client.llen(names.ofJobs('wait')).then(
      (waiting) => (this.#waiting = waiting),
      () => undefined,
    );
  }

  #returnUnasked(): void {
    const until = performance.now() - UNASKED_MS;
    this.#giveBack(RETURNED, ({ since }) => since < until);
  }

  #giveBack(code: typeof RELEASED | typeof RETURNED, isMeant: (ready: Ready) => boolean): void {
    const back = this.#ready.filter((ready) => ready.received.problem === undefined && isMeant(ready));
    if (back.length === 0) return;
    this.#ready = this.#ready.filter((ready) => !back.includes(ready));
    // Whoever cannot tell is missed, and its trials are done by others.
    for (const { received } of back) this.#answer('refusal', JSON.stringify({ error: { code, message: 'the worker has not begun it' } }), received).catch(() => undefined);
  }

  /** What is to be done of the next bundle: nothing, of one that nobody waits for any more. */
  async #next(): Promise<readonly ReceivedJob[]> {
    const { session, questions, source } = this.#parts;
    const next = session.afterwards(() => source.next()).catch((error: unknown) => {
      throw refusedWrite(error, 'gives no jobs', session.address);
    });
    const job = await session.unlessLost(next);
    if (!job || this.#held.has(job.id)) return [];
    const envelope = envelopeOf(job.id, job.data, session.signer);
    if (!envelope) {
      if (await this.#hasOtherSecret()) {
        await source.giveBack(job);
        throw new ConfigError(`the run on the queue at ${session.address.shown} signs with another secret than this worker`, { hint: 'set ASSAY_QUEUE_SECRET to the same for the run and for every worker, or give one of them a queue of its own (?prefix=NAME)' });
      }
      await source.done(job);
      if (!this.#isForgeryTold) session.tell('a job in the queue is not signed with the secret of this worker, and was left out');
      this.#isForgeryTold = true;
      const problem = new ConfigError(`job ${job.id} is not signed with the secret of this worker`, { hint: 'set ASSAY_QUEUE_SECRET to the same for the run and for every worker' });
      return [{ text: undefined, problem }];
    }
    const decisions = await session.unlessLost(questions.claim(envelope.run, job.id));
    if (decisions === undefined && this.#closed) {
      // Without an answer somebody else may ask; of a run that is gone nobody does for long.
      await source.giveBack(job);
      return [];
    }
    if (decisions?.includes('held')) {
      this.#anothers.add(job);
      return [];
    }
    return this.#held.take(job, envelope, decisions ?? []);
  }

  /** Whether it is this worker that has the wrong secret, and not somebody who writes into the queue without it. */
  async #hasOtherSecret(): Promise<boolean> {
    const { presence } = this.#parts.session;
    const until = performance.now() + 2 * SIGN_MS;
    // A run is heard once a second.
    while (!presence.hasRun() && !presence.hasStranger('run') && !this.#stopped && performance.now() < until) await sleep(SIGN_MS / 10);
    return !presence.hasRun() && presence.hasStranger('run');
  }

  onShare(told: (share: number) => void): void {
    const { presence } = this.#parts.session;
    const tell = (): void => told(1 / Math.max(1, presence.workers().size));
    presence.onChange(tell);
    tell();
  }

  async #send(runId: string, answers: readonly Outgoing[]): Promise<void> {
    const { workerId, session } = this.#parts;
    const { client, names, signer, address } = session;
    const key = names.answers(runId);
    const fields = answerFields({ runId, workerId, answers }, signer);
    const write = async (): Promise<unknown> => {
      const written = addEntry(client, key, fields);
      // Each time: the run may have ended and taken all away while this process stood still, and these are then the first again.
      client.pexpire(key, KEPT_MS).catch(() => undefined);
      return written;
    };
    const written = session.patiently(write).catch((error: unknown) => {
      throw refusedWrite(error, 'takes no rows', address);
    });
    const onTaken = answers.map(({ onSent }) => onSent());
    await session.unlessLost(written);
    // Not before: a server that has no room for a row may have it for this, and the run would miss the bundle, and have it done again.
    for (const taken of onTaken) taken();
  }

  async #answer(kind: Answer['kind'], text: string, of: ReceivedJob): Promise<void> {
    const trial = this.#held.of(of);
    if (!trial) return;
    await this.#post(kind, text, trial, () => this.#held.answered(of));
  }

  #post(kind: Answer['kind'], text: string, { runId, bundleId, index, digest }: HeldTrial, onSent: Outgoing['onSent']): Promise<void> {
    // Of room in a budget that a worker has not reported as free, nobody else gets any.
    return this.#outbox.add(runId, { kind, bundleId, index, digest, text, onSent, isUrgent: kind === 'paid' });
  }

  async row(row: ResultRow, of: ReceivedJob): Promise<void> {
    this.#refusedInARow = 0;
    this.#ahead.done();
    const { error } = row;
    if (!error || !this.#isUnanswered(error.code, of)) return this.#answer('row', rowJson(row), of);
    // A run that is there again has the reply judged; one that is gone finds it.
    await this.#answer('refusal', JSON.stringify({ error: { ...error, code: RELEASED }, row: rowJson(row) } satisfies Refusal), of);
  }

  /** Whether nothing was refused in a budget: a run that stood still, such as on a machine that slept, did not answer, and may have enough. */
  #isUnanswered(code: string, of: ReceivedJob): boolean {
    return code === SPENT && this.#held.of(of)?.isUnanswered === true;
  }

  async refuse({ error: { code, message, hint }, lacks, isOpen, row }: JobRefusal, of: ReceivedJob): Promise<void> {
    const refusal: Refusal = { error: { code: isOpen || this.#isUnanswered(code, of) ? RELEASED : code, message, hint }, lacks, row: row && rowJson(row) };
    await this.#answer('refusal', JSON.stringify(refusal), of);
    // Nobody else may spend it either, and nobody does what is not signed.
    if (code === SPENT || of.problem !== undefined) return;
    if (lacks) return void (await sleep(UNREACHABLE_PAUSE_MS));
    await sleep(Math.min(MOST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(this.#refusedInARow, 10)));
    this.#refusedInARow += 1;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { questions, source, session } = this.#parts;
    clearInterval(this.#looking);
    this.#stop();
    questions.close();
    await ended(this.#anothers.close());
    await ended(source.close());
    await ended(Promise.all(this.#fetching));
    await ended(this.#outbox.flush().then(() => this.#held.ended()));
    await session.close();
  }
}
