import { AssayError, errorText, ProviderError, restateProviderError, toErrorInfo } from '@assay/schema';

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

export interface LimitHint {
  /** How fewer requests are sent to a target, for the error of one that its limits refused. Default: by the settings of the target. */
  readonly limitHint?: string | undefined;
}

/** What to do about a refusal for limits, where nobody who knows the target says it. */
export function withLimitHint(error: ProviderError, { limitHint = 'set requests_per_minute or workers of the target lower, or wait' }: LimitHint): ProviderError {
  return error.kind === 'rate_limit' && error.hint === undefined ? restateProviderError(error, { hint: limitHint }) : error;
}
