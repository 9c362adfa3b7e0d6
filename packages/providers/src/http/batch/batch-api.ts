import type { BatchLookup, BatchProgress, BatchResult, BatchSubmission, JsonObject, LostSubmission, ProviderBatch } from '@assay/schema';
import type { ApiCall } from '../json-call.js';
import type { CallContext } from '../errors/api-error.js';

/** Makes one call of an API. @throws what its SDK throws, and ProviderError. */
type Exchange = (call: Pick<ApiCall, 'method' | 'path' | 'body' | 'headers'>) => Promise<Response>;

/** How the calls of one batch are made. */
export interface BatchCalls {
  readonly exchange: Exchange;
  readonly context: CallContext;
}

/** One API of batches: what is sent where, and how its answers are read. */
export interface BatchApi extends Pick<ProviderBatch, 'most' | 'priceShare'> {
  line(id: string, body: Readonly<Record<string, unknown>>): string;
  submit(calls: BatchCalls, batch: BatchSubmission): Promise<string>;
  find(calls: BatchCalls, lost: LostSubmission): Promise<BatchLookup>;
  progress(calls: BatchCalls, handle: string): Promise<BatchProgress>;
  listed(calls: BatchCalls, handle: string): Promise<boolean>;
  /** Hands over the lines of the results, as objects. */
  lines(calls: BatchCalls, handle: string): AsyncIterable<Response | BatchResult>;
  /** What a line of the results says. @throws ProviderError for one that says nothing usable. */
  result(line: JsonObject, context: CallContext): BatchResult;
  cancel(calls: BatchCalls, handle: string): Promise<void>;
}
