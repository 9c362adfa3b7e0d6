import type { ModelPrice, PriceTable, Pricing } from '@assay/schema';
import { standardName } from '../http/parameters/standard-parameters.js';
import { priceOf } from './cost-of.js';

/** What decides what requests to a target take. */
export interface PricingNames {
  /** Providers whose prices apply; the first known one counts. */
  readonly providers: readonly string[];
  readonly model: string;
  /** True if nobody is paid. */
  readonly local?: boolean | undefined;
  readonly maxTokens?: number | undefined;
}

const NOTHING: ModelPrice = { input: 0, output: 0 };

/** What is known of the requests to a target before one is sent. */
export function pricingOf({ providers, model, local, maxTokens }: PricingNames, table: PriceTable): Pricing {
  const keys = providers.map((provider) => `${provider}:${model}`);
  const price = local ? NOTHING : keys.map((key) => priceOf(table, key)).find((found) => found !== undefined);
  return { key: keys[0] ?? model, ...(price ? { price } : {}), ...(maxTokens === undefined ? {} : { maxTokens }) };
}

/** Most tokens of a reply by the options of a target; `parameters` decide over `max_tokens`, and null takes it away. */
export function replyLimit({
  max_tokens: option,
  parameters = {},
}: {
  readonly max_tokens?: number | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}): number | undefined {
  const set = Object.entries(parameters).find(([name]) => standardName(name) === 'max_tokens');
  if (!set) return option;
  return typeof set[1] === 'number' && set[1] > 0 ? set[1] : undefined;
}
