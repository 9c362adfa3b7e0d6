import { isJsonObject, type JsonValue } from '@assay/schema';

/**
 * How sure a model is of a text: exp(mean natural log probability of its tokens), which is the
 * geometric mean of the tokens' probabilities, in [0, 1]; 1 when the model saw no other choice.
 * Undefined when there are no tokens, or when one is not known.
 */
export function tokenConfidence(logProbabilities: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of logProbabilities) {
    if (value === undefined || Number.isNaN(value)) return undefined;
    sum += value;
  }
  return logProbabilities.length === 0 ? undefined : Math.min(1, Math.exp(sum / logProbabilities.length));
}

/** The number under `key` of every item: undefined where there is none. */
export function numbersAt(items: readonly JsonValue[], key: string): readonly (number | undefined)[] {
  return items.map((item) => {
    const value = isJsonObject(item) ? item[key] : undefined;
    return typeof value === 'number' ? value : undefined;
  });
}
