import type { NormalizeContext, ValuePath } from './context.js';
import { describeValue, reportError } from './findings.js';

/** A share in a weighted mean: finite and ≥ 0; 1 when it is not given. Reports anything else. */
export function readWeight(context: NormalizeContext, value: unknown, path: ValuePath, label = ''): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number' && value >= 0 && value !== Infinity) return value;
  const rule = typeof value === 'number' && value < 0 && value !== -Infinity
    ? 'weight must be >= 0'
    : 'weight must be a finite number';
  reportError(context, path, `${label}${rule}, not ${describeValue(value)}`, {
    hint: 'write a number such as 0, 0.5 or 3; leave it out for 1',
  });
  return 1;
}
