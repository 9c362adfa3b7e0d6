import type { JsonValue } from '../domain/json.js';
import type { RateLimits } from '../domain/rate-limits.js';
import type { Spending, TokenUsage } from '../usage/usage.js';
import type { Pricing } from '../models/price-table.js';
import type { BudgetAccount } from './budget-account.js';
import type { ServedBy } from './served-by.js';

/** What a text means to an embedding model, as numbers. */
export type Vector = ArrayLike<number>;

export interface Embeddings {
  /** One vector per text, in order, all of one length. */
  readonly vectors: readonly (readonly number[])[];
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known. */
  readonly costUsd?: number | undefined;
  /** True when that is the least: a request before may have been paid for whose reply never came. Set by the engine. */
  readonly costIncomplete?: boolean | undefined;
  /** What a reader of the result should know: figures that cannot be, say. */
  readonly warnings?: readonly string[] | undefined;
  /** The part of these figures that was spent at another time: its vectors were kept. Set by caches. */
  readonly saved?: Spending | undefined;
  /** What the server said of its limits. */
  readonly rateLimits?: RateLimits | undefined;
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
  /** What the request is paid from, as in a `GenerateRequest`. */
  readonly account?: BudgetAccount | undefined;
}

/** Turns texts into vectors, for similarity metrics. Does not retry and does not limit: the engine wraps it. */
export interface Embedder {
  /** Name of the target. */
  readonly name: string;
  readonly model: string;
  /** What answers, as `Provider` has it. */
  readonly servedBy?: ServedBy | undefined;
  /** What requests take; absent for those that cost nothing. */
  readonly pricing?: Pricing | undefined;
  /** Most texts that its API takes in one request. Default: not known. The engine gives no more, and fewer where a request is refused for what it is. */
  readonly mostTexts?: number | undefined;
  /**
   * Sends one request for at least one text.
   * @throws ProviderError for everything that goes wrong, as `Provider.generate` does.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Embeddings>;
  /**
   * Everything but the texts that changes their vectors: API, address, model, what is sent besides. As
   * `Provider.identity`: no key is in it, and without it vectors must not be kept for another time.
   */
  identity?(): JsonValue | undefined;
  /** Frees connections. */
  close?(): Promise<void>;
}

/** Declares an embedder. */
export function defineEmbedder<const T extends Embedder>(embedder: T): T {
  return embedder;
}
