import { canonicalHash, ProviderError, type BudgetAmount, type GenerateRequest, type JsonValue, type Provider, type ProviderBatch, type ProviderResponse } from '@assay/schema';
import { RequestEstimate, type RequestSize } from '../budget/request-estimate.js';
import { requestSize } from '../budget/request-size.js';
import { keptShare } from '../cache/kept-share.js';
import { isAccepted, type ReplyShelf } from '../cache/reply-shelf.js';
import { checkResponse } from '../target/reply/check-response.js';
import { NOTHING, pay } from '../target/payment.js';
import { blocked, busy, currentAsks } from '../execute/waiting/asks.js';
import type { BatchBook } from './batch-book.js';
import { noteRefusal } from './note-refusal.js';
import type { Outbox } from './outbox.js';
import type { PaidAmount } from './on-disk/paid-amount.js';
import type { RequestId } from './on-disk/request-id.js';
import type { StoredOutcome } from './on-disk/stored-outcome.js';

/** Changed when a reply to the same content would be another than before. */
const VERSION = 'batch-1';

export interface BatchedProviderOptions {
  /** The target with its time-outs, retries and limits: for what no trial asks. */
  readonly guarded: Provider;
  readonly batch: ProviderBatch;
  readonly book: () => BatchBook;
  readonly outbox: Pick<Outbox, 'add' | 'takes'>;
  /** Replies that a cache has kept. Default: there is none. */
  readonly shelf?: ReplyShelf | undefined;
}

/** What came of a request as it is stored, with its share of the memory for replies. */
export async function storedAnswer<T>(book: BatchBook, id: RequestId, request: GenerateRequest, read: (outcome: StoredOutcome) => Promise<T>): Promise<T | undefined> {
  const share = keptShare(request.replies, request.signal);
  let used = false;
  try {
    const outcome = await book.outcomeOf(id, (bytes) => share.hold(bytes));
    if (outcome === undefined) return undefined;
    const answer = await read(outcome);
    used = true;
    return answer;
  } finally {
    share.end(used);
  }
}

async function contentOf(provider: Provider, request: GenerateRequest): Promise<string | undefined> {
  let identity: JsonValue | undefined;
  try {
    identity = await provider.identity?.(request);
  } catch {
    // A request that cannot be identified is sent, which reports the error.
    return undefined;
  }
  return identity === undefined ? undefined : canonicalHash([VERSION, identity]).slice(0, 32);
}

/** What requests of a batch take. */
export function batchPricing({ pricing }: Provider, { priceShare }: ProviderBatch): Provider['pricing'] {
  const price = pricing?.price && { ...pricing.price, input: pricing.price.input * priceShare, output: pricing.price.output * priceShare };
  return pricing && { ...pricing, price };
}

/** Whether a request is the first of its trial, as far as can be told: an earlier reply would hold some of the memory. */
function beginsTrial({ replies }: GenerateRequest): boolean {
  return replies !== undefined && replies.held === 0;
}

/** Never resolves: the trial is run again when the batch has ended. */
function untilAborted({ signal }: GenerateRequest, target: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(new ProviderError(`target "${target}": interrupted`, { kind: 'aborted', target, cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
}

/**
 * A target whose requests go into batches. Who asks for a trial gets what a batch has answered before; other requests are gathered
 * for the next one, and do not come back before the trial is run again. So a trial needs to know nothing of batches: it is run
 * until it waits, again and again, and comes further every time.
 */
export function batchedProvider({ guarded, batch, book, outbox, shelf }: BatchedProviderOptions): Provider {
  const pricing = batchPricing(guarded, batch);
  const estimate = new RequestEstimate(pricing, guarded.free === true);

  const sizeOf = (request: GenerateRequest): RequestSize => requestSize(request, guarded.systemPrompt);

  /** A batch is paid for when it is submitted, with the most that it may take: what it took is known long after. */
  async function payFor(request: GenerateRequest): Promise<PaidAmount | undefined> {
    const { account } = request;
    if (!account) return undefined;
    const payment = await pay({ account, estimate, size: sizeOf(request), begins: beginsTrial(request) }, guarded.name, request.signal);
    const { suite } = account;
    return { ...payment.ahead(), ...(suite && { suite }) };
  }

  /** Puts what a request took in the place of what was paid for it, whoever did that. */
  async function correct(id: RequestId, request: GenerateRequest, taken: Partial<BudgetAmount>): Promise<void> {
    const paid = request.account && (await book().takePaid(id));
    if (paid) request.account?.correct(paid, taken, { begins: beginsTrial(request) });
  }

  const read = (request: GenerateRequest) => async (outcome: StoredOutcome): Promise<ProviderResponse> =>
    ({ ...checkResponse('response' in outcome ? outcome.response : await batch.read(outcome, request), guarded.name, Number.NaN), attempts: { sent: 1, batched: 1 } });

  /** What a batch has answered. */
  async function collected(id: RequestId, request: GenerateRequest): Promise<ProviderResponse | undefined> {
    try {
      const response = await storedAnswer(book(), id, request, read(request));
      if (response) await correct(id, request, estimate.learn(sizeOf(request), response));
      return response;
    } catch (error) {
      // Nobody pays for a request that was refused, expired or was cancelled.
      if (error instanceof ProviderError && error.kind !== 'aborted') await correct(id, request, NOTHING);
      throw error;
    }
  }

  /** The answer if there is one; else the request is in a batch, or goes into the next. */
  async function answer(id: RequestId, request: GenerateRequest): Promise<ProviderResponse | undefined> {
    const use = request.cache ?? {};
    const { key } = shelf === undefined || use === 'off' ? {} : await shelf.placeOf(use.answers ?? request);
    const state = book().stateOf(id);
    if (state === 'settled') {
      const response = await collected(id, request);
      if (response && key !== undefined && use !== 'off' && (await isAccepted(use, response))) await shelf?.keep(key, response);
      if (response) return response;
    }
    if (state === 'pending') return undefined;
    const kept = key === undefined || use === 'off' || use.read === false ? undefined : await shelf?.find(key, request);
    if (kept && use !== 'off' && (await isAccepted(use, kept))) return kept;
    // The batch that it was in last did not arrive, or it failed there.
    await correct(id, request, NOTHING);
    if (!outbox.takes(id)) return undefined;
    const paid = await payFor(request);
    let isGathered = false;
    try {
      isGathered = await outbox.add({ ...id, ...(paid && { paid }) }, request);
    } finally {
      if (paid && !isGathered) request.account?.correct(paid, NOTHING, { begins: beginsTrial(request) });
    }
    return undefined;
  }

  return {
    ...guarded,
    pricing,
    async generate(request) {
      const asks = currentAsks();
      const content = asks && (await busy(() => contentOf(guarded, request)));
      if (!asks || content === undefined) return guarded.generate(request);
      const id = { asker: asks.asker, content, n: asks.count(content) };
      const known = await busy(() => noteRefusal(asks, () => answer(id, request)));
      if (known) return known;
      asks.wait();
      return blocked(() => untilAborted(request, guarded.name));
    },
  };
}
