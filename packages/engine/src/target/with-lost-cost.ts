import { ProviderError, restateProviderError } from '@assay/schema';

/** A failure after a request whose reply never came, and that may have been paid for: what it cost is not known. */
export function withLostCost(error: unknown): unknown {
  return error instanceof ProviderError ? restateProviderError(error, { costIncomplete: true }) : error;
}
