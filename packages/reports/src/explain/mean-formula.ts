import type { WeightedItem } from '@assay/schema';
import { formatExact } from './format-exact.js';

/**
 * A weighted mean as it would be written out: `(1 + 0.5) / 2`, with weights `(3×1 + 1×0.5) / 4`, of one item
 * its bare score. Items without a score or weight are left out; undefined when none is left.
 */
export function meanFormula(items: readonly WeightedItem[]): string | undefined {
  const counted = items.flatMap(({ score, weight }) => (score === null || weight <= 0 ? [] : [{ score, weight }]));
  const [first] = counted;
  if (!first) return undefined;
  if (counted.length === 1) return formatExact(first.score);
  if (counted.every(({ weight }) => weight === 1)) {
    return `(${counted.map(({ score }) => formatExact(score)).join(' + ')}) / ${counted.length}`;
  }
  const terms = counted.map(({ score, weight }) => `${formatExact(weight)}×${formatExact(score)}`);
  return `(${terms.join(' + ')}) / ${formatExact(counted.reduce((sum, { weight }) => sum + weight, 0))}`;
}

/** The formula with what it comes to; `unscored` when nothing counts. */
export function meanText(items: readonly WeightedItem[], score: number | null): string {
  const formula = meanFormula(items);
  if (score === null || formula === undefined) return score === null ? 'unscored' : formatExact(score);
  const result = formatExact(score);
  return formula === result ? result : `${formula} = ${result}`;
}
