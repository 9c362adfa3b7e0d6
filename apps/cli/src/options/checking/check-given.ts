import { describeValue, isJsonObject, nearestMatch, UsageError } from '@assay/schema';
import { oddValue, type ValueForm } from './odd-value.js';

/** What a program may hand over, by its names. */
type Forms = Readonly<Record<string, ValueForm>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const has = (value: unknown, method: string): boolean => typeof value === 'object' && value !== null && typeof (value as Readonly<Record<string, unknown>>)[method] === 'function';

export const TEXT: ValueForm = { is: isText, expected: 'a text that is not empty' };
export const TEXTS: ValueForm = { is: (value) => isText(value) || (Array.isArray(value) && value.every(isText)), expected: 'a text, or a list of texts, that are not empty', item: TEXT };
export const LIST: ValueForm = { is: Array.isArray, expected: 'a list' };
export const FUNCTION: ValueForm = { is: (value) => typeof value === 'function', expected: 'a function' };

/** By their shapes: an abort signal may be one of a library, and a redactor that of another copy. */
export const SURROUNDINGS = {
  cwd: TEXT,
  env: { is: isJsonObject, expected: 'an object of variables' },
  redactor: { is: (value) => has(value, 'addEnvironment') && has(value, 'text'), expected: 'what createRedactor() of @assay/schema makes' },
} as const satisfies Forms;

export const SIGNAL: ValueForm = { is: (value) => has(value, 'addEventListener'), expected: 'an AbortSignal' };

/** The name that a word means that is none: one much like it, or what is called so elsewhere. */
function nearestName(word: string, names: readonly string[], otherWords: ReadonlyMap<string, string>): string | undefined {
  const other = nearestMatch(word, otherWords.keys());
  return nearestMatch(word, names) ?? (other === undefined ? undefined : otherWords.get(other));
}

/**
 * Checks what a program says besides the options of a run: no compiler may have looked at it.
 * @param call whose arguments these are: `evaluate()`
 * @param others names that are checked elsewhere
 * @param otherWords what the same is called elsewhere, as `timeout` on a command line, with its name here: for hints
 * @throws UsageError for a value that cannot be, and for a name that means nothing: a misspelt `threshold` is no gate
 */
export function checkGiven(call: string, given: unknown, forms: Forms, others: readonly string[], otherWords: ReadonlyMap<string, string> = new Map()): void {
  if (!isJsonObject(given)) throw new UsageError(`${call} takes an object, not ${describeValue(given)}`, { hint: `write ${call.replace('()', '({ … })')}` });
  const names = [...Object.keys(forms), ...others];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form && !form.is(value)) throw new UsageError(oddValue(name, form, value), { hint: 'leave it out for the default' });
    if (form || others.includes(name)) continue;
    const near = nearestName(name, names, otherWords);
    throw new UsageError(`${call} knows no "${name}"`, { hint: near === undefined ? 'leave it out; docs/options.md lists what it knows' : `did you mean ${near}?` });
  }
}
