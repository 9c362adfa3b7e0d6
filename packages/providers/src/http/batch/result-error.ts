import { restateProviderError, type ProviderError } from '@assay/schema';
import { otherServerHint, toProviderError, type CallContext } from '../errors/api-error.js';

/** The error for a result of a batch that cannot be used. It came among the others: neither a login nor a proxy nor a wrong path has written it. */
export function resultError(thrown: unknown, context: CallContext, signal: AbortSignal = new AbortController().signal): ProviderError {
  const error = toProviderError(thrown, context, signal);
  if (error.hint !== otherServerHint(context)) return error;
  return restateProviderError(error, { hint: 'it stands so among the results of a batch: go on with the run to have it asked again, or ask at once, without batches' });
}
