import type { JsonValue } from '../domain/json.js';
import type { ProviderResponse } from '../domain/response.js';
import type { ProviderError } from '../errors/provider-error.js';
import type { GenerateRequest } from './generate-request.js';

/** Lines that are read from the first one as often as they are gone through. They may be more than fits into memory. */
export interface BatchRequests extends AsyncIterable<string> {
  /** How many there are; at least one. */
  readonly count: number;
  /** Bytes of all of them together as UTF-8, without anything between them. */
  readonly bytes: number;
}

/** Requests that are submitted together. */
export interface BatchSubmission {
  /**
   * Its name, made by whoever submits it: 1 to 32 letters, digits and `-`. The ids of its requests are this name with `-` and their
   * place, counted from 0: so it is found again where an API keeps no names.
   */
  readonly name: string;
  /** As {@link ProviderBatch.write} wrote them. To be handed on as they are read, not to be collected. */
  readonly requests: BatchRequests;
}

/** What is known of a submission whose end nobody saw. */
export interface LostSubmission {
  readonly name: string;
  /** How many requests it has. */
  readonly requests: number;
  /** When it was about to be submitted, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Whether a submission arrived: `unsure` while the API cannot tell, e.g. since only the results of a batch say whose it is, and
 * there is one that is not done. `silent` are those that are done, and whose results do not say so: they may never. `underWay` is true where
 * there is one besides them that is not done; it may be left out where nothing is silent.
 */
export type BatchLookup =
  | { readonly found: 'yes'; readonly handle: string }
  | { readonly found: 'no' }
  | { readonly found: 'unsure'; readonly silent?: readonly string[] | undefined; readonly underWay?: boolean | undefined };

/** How far a batch is. */
export interface BatchProgress {
  /** True when it changes no more and its results can be collected, whatever they are. */
  readonly ended: boolean;
  /** In the words of the API. */
  readonly status: string;
  /** Requests with a result so far, where the API tells. */
  readonly done?: number | undefined;
  /**
   * Of a batch that failed as a whole: why requests without a result have none. A `rate_limit` that is `retryable` says, where nothing is
   * `done`, that the account has no room for so much at a time: it is asked again in smaller batches, and when others have ended.
   */
  readonly failure?: ProviderError | undefined;
}

/** What came of one request: the reply as the API gave it, or why there is none. */
export type BatchOutcome = { readonly reply: JsonValue } | { readonly error: ProviderError };

/** What came of a request, by its id. */
export type BatchResult = { readonly id: string } & BatchOutcome;

interface BatchCall {
  readonly signal: AbortSignal;
}

/**
 * Asks many things at once of an API that answers later (within a day, usually), for less. Everything is sent once: whoever calls
 * retries. All methods that send throw ProviderError only, as `generate` does.
 */
export interface ProviderBatch {
  /** Most that one batch takes. */
  readonly most: { readonly requests: number; readonly bytes: number };
  /** What a reply costs, as a part of the usual price: in (0, 1]. */
  readonly priceShare: number;
  /**
   * A request as one line of a batch. Sends nothing.
   * @param id See {@link BatchSubmission.name}.
   * @throws ProviderError for one that cannot be sent.
   */
  write(id: string, request: GenerateRequest): Promise<string>;
  /** Submits a batch. @returns what finds it again: a text that can be stored and holds no secret. */
  submit(batch: BatchSubmission, call: BatchCall): Promise<string>;
  /** Looks for a batch whose submission may have arrived. */
  find(lost: LostSubmission, call: BatchCall): Promise<BatchLookup>;
  progress(handle: string, call: BatchCall): Promise<BatchProgress>;
  /**
   * Whether the API's own lists have a batch, and its results where it has ended: asked when something between says that there is no such
   * thing, in words that are not those of the API. Left out where there are no lists.
   * @throws ProviderError when that cannot be told, e.g. since the lists are not there either.
   */
  listed?(handle: string, call: BatchCall): Promise<boolean>;
  /**
   * Hands over the results of a batch that has ended, each once and in any order, as they are read. Requests may be missing: nothing
   * came of them. `onResult` must not throw; the next result is read when it is done.
   */
  collect(handle: string, onResult: (result: BatchResult) => Promise<void> | void, call: BatchCall): Promise<void>;
  /**
   * What `generate` would have given for a request, of what came of it. The cost is that of a batch, the latency is not known. Sends nothing.
   * @throws ProviderError where `generate` would have.
   */
  read(outcome: BatchOutcome, request: GenerateRequest): Promise<ProviderResponse>;
  /** Asks for an end; what is done by then can be collected when the batch has ended. Nothing for one that has. */
  cancel(handle: string, call: BatchCall): Promise<void>;
}
