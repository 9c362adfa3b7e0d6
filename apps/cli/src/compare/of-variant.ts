import { nearestMatch, UsageError } from '@assay/schema';
import type { RowChoice } from './row-choice.js';

/**
 * The rows of one variant.
 * @param variant its label; the empty one is that of rows of which nothing is varied. Undefined for all rows as they are.
 */
export function ofVariant(side: 'A' | 'B', variant: string | undefined): RowChoice {
  const met = new Set<string>();
  return {
    take(row) {
      if (variant === undefined) return row;
      met.add(row.variant.label);
      return row.variant.label === variant ? { ...row, variant: { ...row.variant, label: '' } } : undefined;
    },
    check() {
      if (variant === undefined || met.has(variant)) return;
      const names = [...met];
      const near = nearestMatch(variant, names);
      throw new UsageError(`run ${side} has no variant "${variant}"`, {
        hint: near ? `did you mean "${near}"?` : `its variants: ${names.map((name) => (name === '' ? '(none)' : name)).join(', ') || '(none)'}`,
      });
    },
  };
}
