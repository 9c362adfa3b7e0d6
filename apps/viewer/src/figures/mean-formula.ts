import { formatExact } from './format.js';

interface Weighted {
  readonly score: number | null;
  readonly weight: number;
}

/** A weighted mean written out: `(1 + 0.5) / 2`, with weights `(3×1 + 1×0.5) / 4`. What is unscored or has no weight takes no part; undefined when nothing does, or one thing alone. */
export function meanFormula(items: readonly Weighted[]): string | undefined {
  const counted = items.flatMap(({ score, weight }) => (score === null || weight <= 0 ? [] : [{ score, weight }]));
  if (counted.length < 2) return undefined;
  if (counted.every(({ weight }) => weight === 1)) return `(${counted.map(({ score }) => formatExact(score)).join(' + ')}) / ${counted.length}`;
  const terms = counted.map(({ score, weight }) => `${formatExact(weight)}×${formatExact(score)}`);
  return `(${terms.join(' + ')}) / ${formatExact(counted.reduce((sum, { weight }) => sum + weight, 0))}`;
}
