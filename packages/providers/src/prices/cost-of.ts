import type { ModelPrice, PriceTable, TokenUsage } from '@assay/schema';

/** Prices found so far: a run asks for the same few models thousands of times. */
const found = new WeakMap<PriceTable, Map<string, ModelPrice | undefined>>();

/** The price of a key of the table, `provider:model`; undefined when none is known. */
export function priceOf(table: PriceTable, key: string): ModelPrice | undefined {
  let known = found.get(table);
  if (!known) found.set(table, (known = new Map()));
  if (!known.has(key)) known.set(key, findPrice(table, key));
  return known.get(key);
}

/** The price of the exact key, else of the longest `prefix*` that fits. */
function findPrice(table: PriceTable, key: string): ModelPrice | undefined {
  const exact = Object.hasOwn(table.prices, key) ? table.prices[key] : undefined;
  if (exact) return exact;
  let longest: ModelPrice | undefined;
  let length = -1;
  for (const [pattern, price] of Object.entries(table.prices)) {
    if (!pattern.endsWith('*') || pattern.length <= length) continue;
    if (key.startsWith(pattern.slice(0, -1))) {
      longest = price;
      length = pattern.length;
    }
  }
  return longest;
}

/**
 * What the tokens cost, in US dollars: input that was not cached, cached input and output, each
 * at its price for a million. Undefined when the tokens or the price are not known.
 */
export function costOf(
  usage: TokenUsage | undefined,
  provider: string,
  model: string | undefined,
  table: PriceTable,
): number | undefined {
  if (!usage || model === undefined) return undefined;
  const price = priceOf(table, `${provider}:${model}`);
  if (!price) return undefined;
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
  const input = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + usage.outputTokens * price.output) / 1_000_000;
}
