import { ProviderError, type BatchProgress } from '@assay/schema';
import { neverSent } from '../../retry/never-sent.js';

/** Statuses of those that end a request while the API may go on with it: a server that waits no longer, and a proxy whose client seems to be gone. */
const ENDED_ON_THE_WAY: ReadonlySet<number> = new Set([408, 499]);

/** True for a refusal: what was sent has not arrived. */
export function isRefusal({ status }: ProviderError): boolean {
  return status !== undefined && status >= 400 && status < 500 && !ENDED_ON_THE_WAY.has(status);
}

/** True where it is known that what was sent has not arrived: it was refused, or there was no connection to send it on. */
export function hasNotArrived(error: unknown): boolean {
  return error instanceof ProviderError && (isRefusal(error) || neverSent(error));
}

/** True for a refusal that may be about one of the requests. A wrong key, or an account without credit, is about none, whatever the status. */
export function isAboutRequests({ kind, status }: ProviderError): boolean {
  if (kind === 'auth') return false;
  return status === 400 || status === 413 || status === 422;
}

/** True for what a server says that has no list of batches (a proxy, one that stands in for the API): it will never tell. */
export function hasNoList({ status }: ProviderError): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** True for a batch that failed since the account has too much in batches already. One of which something was answered was taken. */
export function isTooMuch(progress: BatchProgress): progress is BatchProgress & { readonly failure: ProviderError } {
  return progress.failure?.kind === 'rate_limit' && progress.failure.retryable && (progress.done ?? 0) === 0;
}

/** True for what befell a request since its batch was cancelled or expired: of those that fail for themselves an API says something else. */
export function isOfBatch({ kind, status }: ProviderError): boolean {
  return status === undefined && (kind === 'timeout' || kind === 'unavailable');
}
