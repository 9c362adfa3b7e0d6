import { canonicalHash, errorText, type CacheUse, type GenerateRequest, type JsonValue, type Provider, type ProviderResponse } from '@assay/schema';
import { checkResponse } from '../target/reply/check-response.js';
import type { Claim } from './claims/claims.js';
import type { Cache } from './file-cache.js';
import { keptShare } from './kept-share.js';

/** Changed when what is kept of a reply means something else than before. */
const VERSION = 'reply-1';

/** What a reply is kept under, or why it is not although it could be. */
interface ShelfPlace {
  readonly key?: string | undefined;
  readonly warning?: string | undefined;
}

/** The replies of one target that are kept. */
export interface ReplyShelf {
  /**
   * Without a key for a request whose answer is not to be kept, or that cannot be sent: its own error is told by sending it. Where it can be
   * sent all the same, the warning says why its answer is not kept.
   */
  placeOf(request: GenerateRequest): Promise<ShelfPlace>;
  /** The reply that is kept, if it can be read: what it took was spent before. */
  find(key: string, request: GenerateRequest): Promise<ProviderResponse | undefined>;
  /** @param claim on the key, which is given up with it. */
  keep(key: string, response: ProviderResponse, claim?: Claim): Promise<void>;
}

/** Says of a reply that nobody else has that it was kept: what it took was spent before. A copy of each takes as long as reading it. */
function markKept(response: ProviderResponse): ProviderResponse {
  return Object.assign(response, { cached: true as const, saved: { usage: response.usage, costUsd: response.costUsd } });
}

/** A reply that others have too, as one that was kept. */
export function asKept({ attempts: _attempts, ...response }: ProviderResponse): ProviderResponse {
  return markKept(response);
}

/** A reply as it is kept. JSON has no undefined, and what a cache adds is not the reply's. */
function entryOf({ cached: _cached, saved: _saved, rateLimits: _rateLimits, attempts: _attempts, ...response }: ProviderResponse): JsonValue {
  return response as unknown as JsonValue;
}

/** Whether somebody can use a reply; one that cannot even be looked at, nobody can. */
export async function isAccepted({ accepts }: CacheUse, response: ProviderResponse): Promise<boolean> {
  try {
    return accepts === undefined || (await accepts(response));
  } catch {
    return false;
  }
}

export function replyShelf(provider: Provider, cache: Cache): ReplyShelf {
  return {
    async placeOf(request) {
      try {
        const identity = await provider.identity?.(request);
        return identity === undefined ? {} : { key: canonicalHash([VERSION, identity]) };
      } catch (error) {
        return { warning: `the reply is not kept in the cache: ${errorText(error)}` };
      }
    },
    async find(key, request) {
      const share = keptShare(request.replies, request.signal);
      let found: ProviderResponse | undefined;
      try {
        const value = await cache.get(key, (bytes) => share.hold(bytes));
        if (value === undefined || request.signal.aborted) return undefined;
        found = markKept(checkResponse(value as unknown as ProviderResponse, provider.name, Number.NaN));
        return found;
      } catch {
        return undefined;
      } finally {
        share.end(found !== undefined);
      }
    },
    keep: (key, response, claim) => cache.set(key, entryOf(response), claim),
  };
}
