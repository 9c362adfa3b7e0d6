import type { Embedder, Provider, ProviderResponse } from '@assay/schema';
import { cachedEmbedder } from './cached-embedder.js';
import { cachedProvider } from './cached-provider.js';
import { createFileCache, type FileCacheOptions } from './file-cache.js';
import { replyShelf, type ReplyShelf } from './reply-shelf.js';
import { createRequestFlights } from './request-flights.js';

/** Keeps replies and vectors, and gives them again to who asks the same. */
export interface ReplyCache {
  /** @param provider with its time-outs, retries and limits already around it. */
  before(provider: Provider): Provider;
  /** For those who look themselves, and ask for what is not kept in another way. */
  shelf(provider: Provider): ReplyShelf;
  /** @param embedder as before. */
  beforeEmbedder(embedder: Embedder): Embedder;
  /** Resolves when nothing of it is under way any more. */
  close(): Promise<void>;
}

/** A cache in a folder, which any number of targets, judges, runs and processes share. */
export function createReplyCache(options: FileCacheOptions): ReplyCache {
  const cache = createFileCache(options);
  const flights = createRequestFlights<ProviderResponse>();
  return {
    before: (provider) => cachedProvider(provider, { cache, flights }),
    shelf: (provider) => replyShelf(provider, cache),
    beforeEmbedder: (embedder) => cachedEmbedder(embedder, cache),
    close: () => cache.close(),
  };
}
