import { isJsonObject, knownCount, type JsonValue, type TokenUsage } from '@assay/schema';

/** What is written into the cache for five minutes costs a quarter more than other input, what is for an hour as much again. */
const MORE = { minutes: 0.25, hour: 1 };

/**
 * The tokens of a reply as its cost has them: what was written into the cache counts for as much plain input as it costs. Those of the
 * row stay what the API counted.
 * @param told `usage` of the API, with or without a division by how long it is kept.
 */
export function payableUsage(usage: TokenUsage | undefined, told: JsonValue | undefined): TokenUsage | undefined {
  if (!usage || !isJsonObject(told)) return usage;
  const written = knownCount(told['cache_creation_input_tokens']) ?? 0;
  const division = told['cache_creation'];
  const forAnHour = isJsonObject(division) ? (knownCount(division['ephemeral_1h_input_tokens']) ?? 0) : 0;
  const hour = Math.min(forAnHour, written);
  const more = (written - hour) * MORE.minutes + hour * MORE.hour;
  return more === 0 ? usage : { ...usage, inputTokens: usage.inputTokens + more };
}
