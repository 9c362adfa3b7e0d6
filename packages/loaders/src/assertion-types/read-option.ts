import type { JsonObject, JsonValue } from '@assay/schema';
import type { ReadAssertion } from './assertion-type.js';

/**
 * The options of the evaluator that a key of an assertion says, with their values.
 * @param options that the evaluator has.
 */
export function readOption({ keys, readValue, readThreshold }: ReadAssertion, options: readonly string[], key: string, value: JsonValue): JsonObject {
  if (key === 'value' && readValue) return readValue(value);
  if (key === 'threshold' && readThreshold) return readThreshold(value);
  const own = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (own !== undefined) return { [own]: value };
  // What an evaluator does not ask for itself is asked of its score.
  if (key === 'threshold' && !options.includes('threshold')) return { min_score: value };
  return { [key]: value };
}
