import { ProviderError, restateProviderError, type BudgetAccount, type BudgetAmount, type BatchLookup, type BatchProgress, type BatchResult, type LostSubmission, type ProviderBatch } from '@assay/schema';
import { systemClock, type Clock } from '../clock/clock.js';
import type { RequestEstimate } from '../budget/request-estimate.js';
import { NOTHING } from '../target/payment.js';
import { createRequestGuard, type GuardOptions, type RequestGuard } from '../target/request-guard.js';
import type { BatchBook, OpenBatch } from './batch-book.js';
import { Outbox, type Parcel } from './outbox.js';
import type { BatchProblem } from './failures/batch-problem.js';
import { lacksResults, noRoom, NOT_KNOWN, unsure } from './failures/batch-errors.js';
import { findUnlessLate } from './failures/find-unless-late.js';
import { hasNoList, hasNotArrived, isAboutRequests, isOfBatch, isRefusal, isTooMuch } from './failures/what-failed.js';
import { idText, type RequestId } from './on-disk/request-id.js';
import { OthersFirst } from './room/others-first.js';
import { splitParcel } from './split-parcel.js';
import type { StoredOutcome } from './on-disk/stored-outcome.js';

/** How a batch is. */
export interface BatchStanding {
  readonly target: string;
  /** As the API names it; undefined while it is not known whether it has arrived. */
  readonly handle: string | undefined;
  readonly requests: number;
  /** Requests with a result, where the API tells. */
  readonly done?: number | undefined;
  /** In the words of the API; `perhaps one that has not ended` where it may be one that is under way; `unknown` while nobody could be asked. */
  readonly status: string;
  /** True for one whose target is another one now: nobody asks how it is, and its results are not collected. */
  readonly isLeft?: boolean | undefined;
}

export interface TargetBatchesOptions {
  /** Name of the target. */
  readonly target: string;
  /** Digest of what it stands for. */
  readonly identity: string | undefined;
  readonly batch: ProviderBatch;
  /** What requests in batches take. */
  readonly estimate: RequestEstimate;
  readonly guard: GuardOptions;
  readonly book: () => BatchBook;
  readonly onProblem: (problem: BatchProblem) => void;
  /** True where somebody accepts that what may be in a batch is asked again. */
  readonly acceptsTwice?: boolean | undefined;
  readonly onSpooled?: ((bytes: number) => void) | undefined;
}

/** Of a batch of which nobody knows whether it has arrived, while one is under way that may be the one: it tells when it has ended. */
const PERHAPS = 'perhaps one that has not ended';

/** Least time for sending a file of requests, or reading one of results, in milliseconds. */
const LEAST_MS = 600_000;
/** Submissions of a batch in parts that may be refused, besides two for each halving. */
const SPARE_REFUSALS = 8;

/** The batches of one target: submits, looks how far they are, and stores what comes of them. */
export class TargetBatches {
  readonly target: string;
  readonly identity: string | undefined;
  readonly outbox: Outbox;
  readonly #options: TargetBatchesOptions;
  readonly #clock: Clock;
  readonly #guards: { readonly submit: RequestGuard; readonly look: RequestGuard; readonly collect: RequestGuard };
  #signal = new AbortController().signal;
  readonly #othersFirst: OthersFirst;
  /** There was no room for a single request beside batches of other targets: these may be asked on the same account. */
  #waitsForTargets = false;
  /** Why there was no room for a single request, though nothing else of the run was under way. */
  #full: ProviderError | undefined;

  constructor(options: TargetBatchesOptions) {
    const { target, identity, batch, guard } = options;
    this.#options = options;
    this.#clock = guard.clock ?? systemClock;
    this.target = target;
    this.identity = identity;
    const make = (leastMs: number): RequestGuard =>
      createRequestGuard(target, { ...guard, hedges: false, onBreak: undefined, timeoutMs: Math.max(leastMs, guard.timeoutMs ?? 0) });
    this.#guards = { submit: make(LEAST_MS), look: make(0), collect: make(LEAST_MS) };
    this.#othersFirst = new OthersFirst(() => this.#options.book().room.tooMuch(target));
    this.outbox = new Outbox({ target, batch, spool: () => this.#options.book().spool(), onSpooled: options.onSpooled, onGathered: (id, name) => this.#options.book().gathered(id, name), room: () => this.#room(), holds: (id) => this.#othersFirst.holds(idText(id)), send: (parcel) => this.#submit(parcel) });
  }

  /** Ends what is under way, from now on. */
  endWith(signal: AbortSignal): void {
    this.#signal = signal;
  }

  /** Submits what is gathered. */
  async submit(): Promise<void> {
    const parcel = await this.outbox.take();
    if (parcel) await this.#submit(parcel);
  }

  /**
   * To be called when all targets have submitted what they gathered: where nothing of this one is under way, the requests that others were to go
   * before have their turn. Tells when there is no room for these either.
   */
  goOn(): void {
    const { book } = this.#options;
    if (book().room.underWay(this.target) > 0 || this.#othersFirst.giveTurns()) return;
    if (this.#full && book().openBatches.length === 0) this.#problem('submit', noRoom(this.#full));
  }

  /** Looks how far a batch is, and stores its results when it has ended. @returns undefined for one that is done with. */
  async look(open: OpenBatch): Promise<BatchStanding | undefined> {
    const standing = { target: this.target, requests: open.requests.length };
    let doing: BatchProblem['doing'] = 'look';
    try {
      const lookup = open.handle === undefined ? await this.#find(open) : undefined;
      // One that is under way will tell. Whether the others ever do nobody knows.
      if (lookup?.found === 'unsure' && lookup.silent?.length) this.#problem('look', unsure(this.target, lookup.silent));
      if (lookup && lookup.found !== 'yes') return this.#standingOfLost(open, lookup);
      const handle = open.handle ?? '';
      const progress = await this.#guards.look(this.#signal, ({ signal }) => this.#options.batch.progress(handle, { signal }));
      if (!progress.ended) return { ...standing, handle, status: progress.status, done: progress.done };
      if (isTooMuch(progress)) {
        await this.#refused(open, handle, progress.failure);
        return undefined;
      }
      doing = 'collect';
      await this.#collect(open, handle, progress);
      return undefined;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // Of one whose arrival nobody saw the list is what is not there.
      const { handle } = open;
      const there = handle === undefined ? undefined : await this.#isThere(handle, error);
      const gone = there === 'no';
      const missing = there === 'unknown' || (handle === undefined && hasNoList(error));
      this.#problem(gone ? 'gone' : missing ? 'missing' : doing, error);
      if (gone) await this.#options.book().gone(open.name);
      return gone ? undefined : { ...standing, handle, status: 'unknown' };
    }
  }

  /**
   * Whether a batch is there that something failed with. What a proxy says is none of the batch, and some that stand in for the API have
   * words of their own: its lists tell. @returns undefined for an error that says nothing of that.
   */
  async #isThere(handle: string, error: ProviderError): Promise<'yes' | 'no' | 'unknown' | undefined> {
    if (error.status !== 404) return undefined;
    if (!error.foreign) return 'no';
    const { batch } = this.#options;
    if (!batch.listed) return undefined;
    try {
      const isListed = await this.#guards.look(this.#signal, async ({ signal }) => batch.listed?.(handle, { signal }));
      return isListed === false ? 'no' : 'yes';
    } catch (failure) {
      if (!(failure instanceof ProviderError)) throw failure;
      return failure.kind === 'aborted' ? undefined : 'unknown';
    }
  }

  /** @returns whether that was told. One that nobody finds, and of which nobody says whether it is there, is given up. */
  async cancel(open: OpenBatch): Promise<boolean> {
    const { name, handle } = open;
    if (handle === undefined) return this.#cancelLost(open);
    try {
      await this.#guards.look(this.#signal, ({ signal }) => this.#options.batch.cancel(handle, { signal }));
      return true;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const there = await this.#isThere(handle, error);
      const gone = there === 'no' || there === 'unknown';
      this.#problem(gone ? 'gone' : 'cancel', error);
      if (gone) await this.#options.book().gone(name);
      return false;
    }
  }

  /** Of one whose submission nobody saw the end of it is asked once more whether it is there. @returns whether that it is cancelled was told. */
  async #cancelLost(open: OpenBatch): Promise<boolean> {
    try {
      const lookup = await this.#find(open);
      if (lookup.found === 'unsure') await this.#cancelUnsure(open, lookup.silent);
      return lookup.found === 'yes' && (await this.cancel(open));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // A server that is gone for a while, or refuses a key, may tell another time.
      const gone = hasNoList(error);
      this.#problem(gone ? 'gone' : 'cancel', error);
      if (gone) await this.#options.book().gone(open.name);
      return false;
    }
  }

  /** One that may have arrived is given up by who accepts that it may be paid for twice, and by nobody else. */
  async #cancelUnsure({ name }: OpenBatch, silent: readonly string[] | undefined): Promise<void> {
    const { book, acceptsTwice = false } = this.#options;
    this.#problem(acceptsTwice ? 'given-up' : 'cancel', unsure(this.target, silent));
    if (acceptsTwice) await book().gone(name);
  }

  #problem(doing: BatchProblem['doing'], error: ProviderError): void {
    if (error.kind !== 'aborted') this.#options.onProblem({ target: this.target, doing, error });
  }

  #standingOfLost(open: OpenBatch, lookup: BatchLookup): BatchStanding | undefined {
    if (!this.#options.book().openBatches.includes(open)) return undefined;
    // Those whose results do not tell may be silent for ever: who waits for nothing else does not do so for long.
    const willTell = lookup.found === 'unsure' && (lookup.underWay ?? !lookup.silent?.length);
    return { target: this.target, handle: undefined, requests: open.requests.length, status: willTell ? PERHAPS : 'unknown' };
  }

  /** Whether a batch has arrived whose submission nobody saw the end of. */
  async #find({ name, since, requests, unheardAt = since }: OpenBatch): Promise<BatchLookup> {
    const { batch, book } = this.#options;
    const find = (): Promise<BatchLookup> => this.#guards.look(this.#signal, ({ signal }) => batch.find({ name, since, requests: requests.length }, { signal }));
    const lookup = await findUnlessLate(find, { since: unheardAt, signal: this.#signal, clock: this.#clock });
    if (lookup.found === 'yes') await book().submitted(name, lookup.handle);
    if (lookup.found === 'no') await book().lost(name);
    return lookup;
  }

  async #submit(parcel: Parcel): Promise<void> {
    const refusals = { left: SPARE_REFUSALS + 2 * Math.ceil(Math.log2(parcel.ids.length + 1)) };
    const parts = [parcel];
    // A server that refuses every part would refuse smaller ones too: what is left is submitted another time.
    for (let part = parts.shift(); part; part = parts.shift()) {
      try {
        if (refusals.left >= 0) parts.push(...(await this.#submitPart(part, refusals)));
        else await this.#giveBack(part);
      } finally {
        await part.lines.close();
      }
    }
  }

  /** Most requests of the next batch; 0 while it is known that there is no room for any. */
  #room(): number {
    const { book } = this.#options;
    this.#waitsForTargets &&= book().openBatches.length > 0;
    return this.#waitsForTargets || this.#othersFirst.isOver ? 0 : book().room.left(this.target);
  }

  /** The account has no room for a batch: its requests go into smaller ones, or wait for others to end. That is none of their tries. */
  async #refused(open: OpenBatch, handle: string, failure: ProviderError): Promise<void> {
    const { book } = this.#options;
    const [only, ...others] = open.requests;
    await book().full(open.name);
    this.#tellUnanswered(open.requests.map(() => failure), handle, open.requests.length);
    if (!only || others.length > 0 || book().room.underWay(this.target) > 0) return;
    this.#waitsForTargets = book().openBatches.length > 0;
    if (this.#waitsForTargets) return;
    this.#full = failure;
    this.#othersFirst.refused(idText(only));
  }

  /** What a request took of which something came. */
  async took(outcome: StoredOutcome): Promise<Partial<BudgetAmount>> {
    if ('error' in outcome) return NOTHING;
    // All that is asked of the reply is what it says of itself.
    const request = { messages: [{ role: 'user' as const, content: '' }], signal: this.#signal };
    try {
      const response = 'response' in outcome ? outcome.response : await this.#options.batch.read(outcome, request);
      return this.#options.estimate.learn({ bytes: 0, messages: 0 }, response);
    } catch (error) {
      // A refusal, or a reply that cannot be read: what it may have taken stands.
      if (error instanceof ProviderError) return {};
      throw error;
    }
  }

  /** What is gathered and not submitted goes nowhere. */
  async drop(): Promise<void> {
    const parcel = await this.outbox.take();
    if (!parcel) return;
    await this.#giveBack(parcel);
    await parcel.lines.close();
  }

  /** Nothing is taken care of any more: what was paid for what is gathered, the next process finds out. */
  async close(): Promise<void> {
    await (await this.outbox.take())?.lines.close();
  }

  /** Submits a parcel. @returns what is to be submitted in its place, when it was refused for what it holds. */
  async #submitPart(parcel: Parcel, refusals: { left: number }): Promise<readonly Parcel[]> {
    const { name, ids, lines } = parcel;
    const { batch, book, identity } = this.#options;
    const since = this.#clock.now();
    if (this.#signal.aborted) {
      await this.#giveBack(parcel);
      return [];
    }
    await book().begin({ name, target: this.target, identity, since, requests: ids });
    let failedAt: number | undefined;
    /** Tries that may have arrived, each from before it is sent: the guard may give up on it without waiting for its end. */
    let unheard = 0;
    try {
      const handle = await this.#guards.submit(this.#signal, async ({ signal }) => {
        // An earlier try may have arrived, though nobody heard of it.
        const before = unheard === 0 ? undefined : await findUnlessLate(() => this.#lookFor({ name, since, requests: ids.length }, signal), { since: failedAt, signal, clock: this.#clock });
        if (before?.found === 'yes') return before.handle;
        if (before?.found === 'unsure') throw unsure(this.target);
        unheard += 1;
        try {
          return await batch.submit({ name, requests: lines }, { signal });
        } catch (error) {
          failedAt = hasNotArrived(error) ? undefined : this.#clock.now();
          if (failedAt === undefined) unheard -= 1;
          throw error;
        }
      });
      await book().submitted(name, handle);
      return [];
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (!isRefusal(error) && unheard > 0) {
        // It may have taken minutes: whoever looks for it has to know how long ago that was.
        await book().unheard(name, failedAt ?? this.#clock.now());
        this.#problem('submit', error);
        return [];
      }
      refusals.left -= 1;
      const [only, ...others] = ids;
      const single = isAboutRequests(error) && refusals.left >= 0;
      if (single && only && others.length === 0) {
        await book().settle(only, name, { error });
        await book().collected(name);
        await this.#giveBack(parcel);
        return [];
      }
      await book().lost(name);
      if (single) return splitParcel(parcel, () => book().spool());
      await this.#giveBack(parcel);
      this.#problem('submit', error);
      return [];
    }
  }

  /** Gives back what was paid for requests that did not go out, or were refused. */
  async #giveBack({ ids, accounts }: Parcel): Promise<void> {
    const giveBack = async (id: RequestId, account: BudgetAccount | undefined): Promise<void> => {
      const paid = account && (await this.#options.book().takePaid(id));
      if (paid) account.correct(paid, NOTHING);
    };
    await Promise.all(ids.map((id, index) => giveBack(id, accounts[index])));
  }

  /** A refusal to tell is none of the batch: it may have arrived. */
  async #lookFor(lost: LostSubmission, signal: AbortSignal): Promise<BatchLookup> {
    try {
      return await this.#options.batch.find(lost, { signal });
    } catch (error) {
      throw error instanceof ProviderError ? restateProviderError(error, { message: `${NOT_KNOWN}: ${error.message}`, status: undefined }) : error;
    }
  }

  /** @param errors of requests that go into the next batch since this one ended without an answer to them. */
  #tellUnanswered(errors: readonly ProviderError[], handle: string, all: number): void {
    const [error] = errors;
    if (error) this.#problem('again', restateProviderError(error, { message: `${handle}, ${errors.length} of ${all} requests: ${error.message}` }));
  }

  /** Stores what came of a batch that has ended. @throws ProviderError when its results cannot be read now. */
  async #collect(open: OpenBatch, handle: string, { status, failure, done = 0 }: BatchProgress): Promise<void> {
    const { batch, book, guard } = this.#options;
    const mostTries = (guard.maxRetries ?? 3) + 1;
    const left = new Map(open.requests.map((id, index) => [`${open.name}-${index}`, id]));
    let broken: { readonly error: unknown } | undefined;
    const unanswered: ProviderError[] = [];
    const take = async ({ id, ...outcome }: BatchResult): Promise<void> => {
      const request = left.get(id);
      if (!request || broken) return;
      left.delete(id);
      try {
        const again = await book().settle(request, open.name, outcome, mostTries);
        if (again && 'error' in outcome && isOfBatch(outcome.error)) unanswered.push(outcome.error);
      } catch (error) {
        broken = { error };
      }
    };
    const all = left.size;
    let lacks: ProviderError | undefined;
    try {
      await this.#guards.collect(this.#signal, async ({ signal }) => {
        lacks = undefined;
        await batch.collect(handle, take, { signal });
        // What the API has and did not hand over is perhaps in the next reading: it would be paid for twice.
        if (!broken && all - left.size < Math.min(done, all)) throw (lacks = lacksResults(this.target, all - left.size, done));
      });
    } catch (error) {
      if (!lacks || this.#signal.aborted) throw error;
      this.#problem('collect', lacks);
    }
    if (broken) throw broken.error;
    const error = failure ?? new ProviderError(`target "${this.target}": the batch ended (${status}) without a result for the request`, { kind: 'bad_reply', target: this.target, retryable: true });
    for (const request of left.values()) {
      const again = await book().settle(request, open.name, { error }, mostTries);
      if (again && !lacks) unanswered.push(error);
    }
    await book().collected(open.name);
    this.#othersFirst.taken();
    this.#full = undefined;
    this.#tellUnanswered(unanswered, handle, all);
    // What was answered and cannot be read is paid for.
    if (lacks) await Promise.all([...left.values()].map((request) => book().takePaid(request)));
  }
}
