import type { TokenUsage } from '../domain/usage.js';

export interface Embeddings {
  /** One vector per text, in order, all of one length. */
  readonly vectors: readonly (readonly number[])[];
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known. */
  readonly costUsd?: number | undefined;
}

/** Turns texts into vectors, for similarity metrics. Does not retry and does not limit: the engine wraps it. */
export interface Embedder {
  /** Name of the target. */
  readonly name: string;
  readonly model: string;
  /**
   * Sends one request for at least one text.
   * @throws ProviderError for everything that goes wrong, as `Provider.generate` does.
   */
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<Embeddings>;
  /** Frees connections. */
  close?(): Promise<void>;
}

/** Declares an embedder. */
export function defineEmbedder<const T extends Embedder>(embedder: T): T {
  return embedder;
}
