import { AssayError, errorText, ProviderError, toErrorInfo } from '@assay/schema';

/** What a request failed with, as one error of its target: `aborted` when the caller ended it. */
export function asProviderError(error: unknown, target: string, caller: AbortSignal): ProviderError {
  if (caller.aborted) {
    return new ProviderError(`target "${target}": interrupted`, { kind: 'aborted', target, cause: caller.reason });
  }
  if (error instanceof ProviderError) return error;
  const message = errorText(error);
  return new ProviderError(`target "${target}" failed unexpectedly: ${message}`, {
    kind: 'bad_reply',
    target,
    retryable: false,
    cause: error,
    hint: toErrorInfo(error).hint,
    ...(error instanceof AssayError ? { location: error.location } : {}),
  });
}
