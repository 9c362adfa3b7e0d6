import type { CacheUse, GenerateRequest, Provider, ProviderResponse } from '@assay/schema';
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

/**
 * Puts a cache before a target that has its time-outs, retries and limits already, so that a reply that was kept takes no
 * place there and is never mistaken for one of a target that is back. Replies are kept by all that changes them, for any
 * target: who asks the same gets the same, and who asks it at the same time waits for the first. A failure is not kept,
 * nor what `accepts` of the request refuses.
 */
export function cachedProvider(provider: Provider, { cache, flights }: CacheParts): Provider {
  const shelf = replyShelf(provider, cache);

  async function askAndKeep(key: string, request: GenerateRequest, use: CacheUse): Promise<ProviderResponse> {
    const asked = provider.generate(request);
    const usable = asked.then(
      async (response) => {
        if (!(await isAccepted(use, response))) return undefined;
        await shelf.keep(key, response);
        return response;
      },
      () => undefined,
    );
    flights.lead(key, usable);
    const response = await asked;
    await usable;
    return response;
  }

  /** The reply to an equal request that is under way; undefined at once where there is none. */
  function join(key: string, request: GenerateRequest): Promise<ProviderResponse | undefined> | undefined {
    // Who holds memory that the other reply may wait for must not wait for it.
    if (request.replies && request.replies.held > 0) return undefined;
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
        const shared = coming && (await coming);
        if (shared && (await isAccepted(use, shared))) return shared;
      }
      return askAndKeep(key, request, use);
    },
  };
}
