import { defineOption } from '../define-option.js';
import type { OptionType } from '../option-types.js';

/** How replies are kept. */
interface CacheChoice {
  /** Most that the cache holds, in megabytes of 2^20 bytes; the longest unused entries go first. */
  readonly max_mb: number;
}

function isChoice(value: unknown): value is CacheChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { max_mb: most, ...others } = value as Partial<CacheChoice>;
  return typeof most === 'number' && Number.isFinite(most) && most > 0 && Object.keys(others).length === 0;
}

const cacheChoice: OptionType<boolean | CacheChoice> = {
  expected: 'true, false or { max_mb: a number of megabytes > 0 }',
  is: (value): value is boolean | CacheChoice => typeof value === 'boolean' || isChoice(value),
};

/** Whether replies, judgements and vectors are kept, and given again to the same requests. */
export const cache = defineOption(cacheChoice, {
  group: 'pace',
  flags: '--cache',
  description: 'keep replies, judgements and vectors, and ask for none of them twice',
  negated: 'ask for everything anew, though the settings say otherwise',
  setting: 'cache',
  again: 'resumed',
});
