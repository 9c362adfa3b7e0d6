import type { CaseFilter } from './define-option.js';
import { optionEntries, type OptionValues } from './option-values.js';

/**
 * What the options that choose cases choose together; undefined when none is given.
 * @throws UsageError for a glob that is too long, or holds `!(…)`.
 */
export async function caseSelection(said: OptionValues): Promise<CaseFilter | undefined> {
  const chosen = await Promise.all(
    optionEntries.map(([name, option]) => {
      const value = said[name];
      return value === undefined ? undefined : option.selects?.(value);
    }),
  );
  const filters = chosen.filter((filter) => filter !== undefined);
  return filters.length === 0 ? undefined : (evalCase) => filters.every((filter) => filter(evalCase));
}
