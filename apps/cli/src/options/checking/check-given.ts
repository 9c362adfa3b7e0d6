import { describeValue, isJsonObject, nearestMatch, UsageError } from '@assay/schema';

/** What a program may hand over under one name. */
export interface GivenForm {
  readonly is: (value: unknown) => boolean;
  /** What is allowed, as in "must be …". */
  readonly expected: string;
}

type Forms = Readonly<Record<string, GivenForm>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const has = (value: unknown, method: string): boolean => typeof value === 'object' && value !== null && typeof (value as Readonly<Record<string, unknown>>)[method] === 'function';

export const TEXT: GivenForm = { is: isText, expected: 'a text that is not empty' };
export const TEXTS: GivenForm = { is: (value) => isText(value) || (Array.isArray(value) && value.every(isText)), expected: 'a text, or a list of texts, that are not empty' };
export const LIST: GivenForm = { is: Array.isArray, expected: 'a list' };
export const FUNCTION: GivenForm = { is: (value) => typeof value === 'function', expected: 'a function' };

/** By their shapes: an abort signal may be one of a library, and a redactor that of another copy. */
export const SURROUNDINGS = {
  cwd: TEXT,
  env: { is: isJsonObject, expected: 'an object of variables' },
  redactor: { is: (value) => has(value, 'addEnvironment') && has(value, 'text'), expected: 'what createRedactor() of @assay/schema makes' },
} as const satisfies Forms;

export const SIGNAL: GivenForm = { is: (value) => has(value, 'addEventListener'), expected: 'an AbortSignal' };

/**
 * Checks what a program says besides the options of a run: no compiler may have looked at it.
 * @param call whose arguments these are: `evaluate()`
 * @param others names that are checked elsewhere
 * @throws UsageError for a value that cannot be, and for a name that means nothing: a misspelt `threshold` is no gate
 */
export function checkGiven(call: string, given: unknown, forms: Forms, others: readonly string[]): void {
  if (!isJsonObject(given)) throw new UsageError(`${call} takes an object, not ${describeValue(given)}`, { hint: `write ${call.replace('()', '({ … })')}` });
  const names = [...Object.keys(forms), ...others];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form && !form.is(value)) throw new UsageError(`${name} must be ${form.expected}, not ${describeValue(value)}`, { hint: 'leave it out for the default' });
    if (form || others.includes(name)) continue;
    const near = nearestMatch(name, names);
    throw new UsageError(`${call} knows no "${name}"`, { hint: near === undefined ? 'leave it out; docs/options.md lists what it knows' : `did you mean ${near}?` });
  }
}
