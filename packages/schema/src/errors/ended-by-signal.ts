import { ProviderError } from './provider-error.js';
import { isError } from './inspecting/is-error.js';

/**
 * What a provider throws when the signal of a request has ended it: a ProviderError of kind `timeout`
 * if the time was up, else of kind `aborted`.
 * @param target Name of the target that was asked.
 */
export function endedBySignal(signal: AbortSignal, target: string): ProviderError {
  const reason: unknown = signal.reason;
  return isError(reason) && reason.name === 'TimeoutError'
    ? new ProviderError(`target "${target}" took too long`, { kind: 'timeout', target })
    : new ProviderError(`target "${target}" was aborted`, { kind: 'aborted', target });
}
