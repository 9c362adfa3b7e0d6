import { BudgetSpentError, ProviderError } from '@assay/schema';
import type { Asks } from '../execute/waiting/asks.js';

/** Takes note of a request that there was no room for in a budget: whoever asks may have to wait for it. */
export async function noteRefusal<T>(asks: Pick<Asks, 'refuse'> | undefined, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ProviderError && error.cause instanceof BudgetSpentError) asks?.refuse();
    throw error;
  }
}
