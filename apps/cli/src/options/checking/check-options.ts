import { UsageError } from '@assay/schema';
import { oddValue } from './odd-value.js';
import { optionEntries, type OptionValues } from '../option-values.js';

/**
 * Checks what a program says about a run.
 * @throws UsageError for a value that an option does not take.
 */
export function checkOptions(said: OptionValues): void {
  for (const [name, { type }] of optionEntries) {
    const value: unknown = said[name];
    if (value === undefined || type.is(value)) continue;
    throw new UsageError(oddValue(name, type, value), { hint: 'leave it out for the default' });
  }
}
