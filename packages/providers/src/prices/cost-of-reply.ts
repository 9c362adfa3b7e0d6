import type { PriceTable, TokenUsage } from '@assay/schema';
import { costOf } from './cost-of.js';

/** What may name the price of a reply. The first price that is known counts. */
export interface PriceNames {
  /** Providers whose prices apply. */
  readonly providers: readonly string[];
  /** The target's model, then the one that the API says answered. */
  readonly models: readonly (string | undefined)[];
  /** True if nobody is paid. */
  readonly local?: boolean | undefined;
}

/** What a reply cost, in US dollars; undefined when tokens or price are not known. */
export function costOfReply(usage: TokenUsage | undefined, names: PriceNames, table: PriceTable): number | undefined {
  if (names.local) return 0;
  for (const provider of names.providers) {
    for (const model of names.models) {
      const found = costOf(usage, provider, model, table);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
