import type { ProviderResponse } from '@assay/schema';

/** True when what a reply cost is not known, or not all of it. */
export function lacksPrice({ costUsd, costIncomplete }: ProviderResponse): boolean {
  return costUsd === undefined || costIncomplete === true;
}
