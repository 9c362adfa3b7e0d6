import type { CacheUse, GenerateRequest, Provider, ProviderResponse } from '@assay/schema';
import type { Claim } from './claims/claims.js';
import type { Cache } from './file-cache.js';
import { asKept, isAccepted, replyShelf } from './reply-shelf.js';
import type { RequestFlights } from './request-flights.js';

/** What caches of a run share. */
export interface CacheParts {
  readonly cache: Cache;
  readonly flights: RequestFlights<ProviderResponse>;
}

async function warned(reply: Promise<ProviderResponse>, warning: string | undefined): Promise<ProviderResponse> {
  const response = await reply;
  return warning === undefined ? response : { ...response, warnings: [...(response.warnings ?? []), warning] };
}

/** What came of a request. */
interface Answer {
  readonly response: ProviderResponse;
  /** The reply, if those who asked the same meanwhile can use it. */
  readonly usable?: ProviderResponse | undefined;
}

/** Whether a request may wait for the reply of another: not while it holds memory itself, which that reply may wait for. */
function mayWait({ replies }: GenerateRequest): boolean {
  return !replies || replies.held === 0;
}

/** Waits for the reply that another one asks for. Whoever that is may wait for room in a budget, which must not wait for this trial. */
async function waiting<T>({ account, replies }: GenerateRequest, coming: Promise<T>): Promise<T> {
  const over = replies ? account?.waits?.() : undefined;
  try {
    return await coming;
  } finally {
    over?.();
  }
}

/**
 * Puts a cache before a target that has its time-outs, retries and limits already, so that a reply that was kept takes no
 * place there and is never mistaken for one of a target that is back. Replies are kept by all that changes them, for any
 * target: who asks the same gets the same, and who asks it at the same time waits for the first. A failure is not kept,
 * nor what `accepts` of the request refuses.
 */
export function cachedProvider(provider: Provider, { cache, flights }: CacheParts): Provider {
  const shelf = replyShelf(provider, cache);

  /** Asks, and keeps what can be used. @returns the reply, and what others may have of it. */
  async function ask(key: string, request: GenerateRequest, use: CacheUse, claim?: Claim): Promise<Answer> {
    try {
      const response = await provider.generate(request);
      if (!(await isAccepted(use, response))) return { response };
      await shelf.keep(key, response, claim);
      return { response, usable: response };
    } finally {
      claim?.release();
    }
  }

  /** The same, unless another process asks for it already: then its reply is waited for. */
  async function askOnce(key: string, request: GenerateRequest, use: CacheUse): Promise<Answer> {
    const taking = cache.claim(key, { signal: request.signal, waits: mayWait(request) });
    const claim = taking instanceof Promise ? await waiting(request, taking) : taking;
    const kept = claim.waited && !request.signal.aborted ? await shelf.find(key, request) : undefined;
    if (!kept || !(await isAccepted(use, kept))) return ask(key, request, use, claim);
    claim.release();
    return { response: kept, usable: kept };
  }

  async function askAndKeep(key: string, request: GenerateRequest, use: CacheUse): Promise<ProviderResponse> {
    const answer = use.read === false ? ask(key, request, use) : askOnce(key, request, use);
    flights.lead(key, answer.then(({ usable }) => usable, () => undefined));
    return (await answer).response;
  }

  /** The reply to an equal request that is under way; undefined at once where there is none. */
  function join(key: string, request: GenerateRequest): Promise<ProviderResponse | undefined> | undefined {
    if (!mayWait(request)) return undefined;
    return flights.join(key, request.signal)?.then((response) => response && asKept(response));
  }

  return {
    ...provider,
    async generate(request) {
      const use = request.cache ?? {};
      if (use === 'off' || request.signal.aborted) return provider.generate(request);
      const { key, warning } = await shelf.placeOf(use.answers ?? request);
      if (key === undefined) return warned(provider.generate(request), warning);
      if (use.read !== false) {
        const kept = await shelf.find(key, request);
        if (kept && (await isAccepted(use, kept))) return kept;
        // From here to the request nothing may come between: of two at once, one would not see the other.
        const coming = join(key, request);
        const shared = coming && (await waiting(request, coming));
        if (shared && (await isAccepted(use, shared))) return shared;
      }
      return askAndKeep(key, request, use);
    },
  };
}
