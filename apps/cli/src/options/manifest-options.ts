import type { JsonObject, JsonValue } from '@assay/schema';
import type { RunOption } from './define-option.js';
import { optionEntries, type OptionName, type OptionValues } from './option-values.js';

/** The name of an option in manifests: as on the command line, in snake_case. */
export function manifestKey(name: OptionName, { flags }: Pick<RunOption, 'flags'>): string {
  const long = flags?.match(/--(?<long>[\w-]+)/u)?.groups?.['long'];
  return long === undefined ? name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`) : long.replaceAll('-', '_');
}

/** Options that a manifest keeps, with their keys there. */
const kept = optionEntries.filter(([, option]) => option.kept !== false).map(([name, option]) => ({ name, key: manifestKey(name, option) }));

/** What was said about a run, for its manifest. What was not said does not belong on disk. */
export function manifestOptions(said: OptionValues): JsonObject {
  return Object.fromEntries(kept.flatMap(({ name, key }) => (said[name] === undefined ? [] : [[key, said[name] as JsonValue]])));
}

const narrowing = optionEntries.filter(([, option]) => option.narrows).map(([name, option]) => manifestKey(name, option));

/** True if a manifest tells that its run has a part of the cases. */
export function tellsOfPart(options: JsonObject): boolean {
  return narrowing.some((key) => {
    const value = options[key];
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  });
}
