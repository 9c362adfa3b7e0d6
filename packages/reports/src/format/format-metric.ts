import type { RowMetric } from '@assay/schema';

/** A measurement with two decimals and its unit, if it has one. */
export function formatMetric({ value, unit }: Pick<RowMetric, 'value' | 'unit'>): string {
  const rounded = value.toFixed(2);
  return `${rounded === '-0.00' ? '0.00' : rounded}${unit === undefined ? '' : ` ${unit}`}`;
}
