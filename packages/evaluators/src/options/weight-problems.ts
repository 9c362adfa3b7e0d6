import type { OptionProblem } from '@assay/schema';

/**
 * Weights that are all 0 leave nothing to make a mean of.
 * @param what The things that have them, e.g. `points`.
 * @param key The option that holds them.
 */
export function weightProblems(weights: readonly number[], what: string, key: string): readonly OptionProblem[] {
  if (weights.length === 0 || weights.some((weight) => weight > 0)) return [];
  return [
    { path: [key], message: `all ${what} have the weight 0, so that there is no score`, hint: 'give at least one of them a weight above 0', severity: 'warning' },
  ];
}
