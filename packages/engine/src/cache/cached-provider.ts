import { canonicalHash, ProviderError, type CacheUse, type GenerateRequest, type JsonValue, type Provider, type ProviderResponse } from '@assay/schema';
import { checkResponse } from '../target/check-response.js';
import type { Cache } from './file-cache.js';
import { keptShare } from './kept-share.js';
import type { RequestFlights } from './request-flights.js';

/** Changed when what is kept of a reply means something else than before. */
const VERSION = 'reply-1';

/** What caches of a run share. */
export interface CacheParts {
  readonly cache: Cache;
  readonly flights: RequestFlights<ProviderResponse>;
}

/** A reply that was kept: what it took was spent before. */
function asKept(response: ProviderResponse): ProviderResponse {
  return { ...response, cached: true, saved: { usage: response.usage, costUsd: response.costUsd } };
}

/** A reply as it is kept. JSON has no undefined, and what a cache adds is not the reply's. */
function entryOf({ cached: _cached, saved: _saved, rateLimits: _rateLimits, ...response }: ProviderResponse): JsonValue {
  return response as unknown as JsonValue;
}

/** What a reply is kept under, or why it is not although it could be. */
interface Keeping {
  readonly key?: string | undefined;
  readonly warning?: string | undefined;
}

/** Without a key for a request whose answer is not to be kept, or that cannot be sent: its own error is told by sending it. */
async function keepingOf(provider: Provider, request: GenerateRequest): Promise<Keeping> {
  try {
    const identity = await provider.identity?.(request);
    return identity === undefined ? {} : { key: canonicalHash([VERSION, identity]) };
  } catch (error) {
    const isLate = error instanceof ProviderError && error.kind === 'timeout';
    return isLate ? { warning: `the reply is not kept in the cache: ${error.message}` } : {};
  }
}

async function warned(reply: Promise<ProviderResponse>, warning: string | undefined): Promise<ProviderResponse> {
  const response = await reply;
  return warning === undefined ? response : { ...response, warnings: [...(response.warnings ?? []), warning] };
}

/** Whether somebody can use a reply; one that cannot even be looked at, nobody can. */
async function isAccepted({ accepts }: CacheUse, response: ProviderResponse): Promise<boolean> {
  try {
    return accepts === undefined || (await accepts(response));
  } catch {
    return false;
  }
}

/**
 * Puts a cache before a target that has its time-outs, retries and limits already, so that a reply that was kept takes no
 * place there and is never mistaken for one of a target that is back. Replies are kept by all that changes them, for any
 * target: who asks the same gets the same, and who asks it at the same time waits for the first. A failure is not kept,
 * nor what `accepts` of the request refuses.
 */
export function cachedProvider(provider: Provider, { cache, flights }: CacheParts): Provider {
  async function find(key: string, request: GenerateRequest): Promise<ProviderResponse | undefined> {
    const share = keptShare(request.replies, request.signal);
    let found: ProviderResponse | undefined;
    try {
      const value = await cache.get(key, (bytes) => share.hold(bytes));
      if (value === undefined || request.signal.aborted) return undefined;
      found = asKept(checkResponse(value as unknown as ProviderResponse, provider.name, Number.NaN));
      return found;
    } catch {
      return undefined;
    } finally {
      share.end(found !== undefined);
    }
  }

  async function askAndKeep(key: string, request: GenerateRequest, use: CacheUse): Promise<ProviderResponse> {
    const asked = provider.generate(request);
    const usable = asked.then(
      async (response) => {
        if (!(await isAccepted(use, response))) return undefined;
        await cache.set(key, entryOf(response));
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
      const { key, warning } = await keepingOf(provider, use.answers ?? request);
      if (key === undefined) return warned(provider.generate(request), warning);
      if (use.read !== false) {
        const kept = await find(key, request);
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
