import { groupThousands } from './group-thousands.js';

/**
 * A whole number with thousands separators, and with a noun in the right number if one is given:
 * `10,000`, `1 case`, `2 cases`.
 *
 * @param plural for nouns that do not just take an s.
 */
export function formatCount(count: number, singular?: string, plural = `${singular}s`): string {
  const number = groupThousands(count);
  if (singular === undefined) return number;
  return `${number} ${count === 1 ? singular : plural}`;
}
