import { losesDigits, type OptionProblem } from '@assay/schema';

function roundedIn(value: unknown, path: OptionProblem['path']): readonly OptionProblem['path'][] {
  if (typeof value === 'number') return losesDigits(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value);
  return entries.flatMap(([key, item]) => roundedIn(item, [...path, key]));
}

/**
 * Warns of whole numbers beyond 2^53 that arguments of tools are compared with: these came as numbers, and have lost their digits before
 * anybody could look at them, so that other ones count as equal.
 * @param value What is compared.
 * @param path Where it stands in the options.
 */
export function roundedNumbers(value: unknown, path: OptionProblem['path']): readonly OptionProblem[] {
  return roundedIn(value, path).map((at) => ({
    path: at,
    message: 'a whole number beyond 2^53 loses digits, and those near to it count as equal',
    hint: 'have the tool take such numbers as texts, and write it in quotes',
    severity: 'warning',
  }));
}
