import { describeValue, isJsonObject, nearestMatch, UsageError } from '@assay/schema';
import { isListOf } from '../option-types.js';
import { oddValue, type ValueForm } from './odd-value.js';

/** What a program may hand over, by its names. */
type Forms = Readonly<Record<string, ValueForm>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const fieldOf = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined);
const has = (value: unknown, ...methods: readonly string[]): boolean => methods.every((method) => typeof fieldOf(value, method) === 'function');

export const TEXT: ValueForm = { is: isText, expected: 'a text that is not empty' };
export const TEXTS: ValueForm = { is: (value) => isText(value) || isListOf(value, isText), expected: 'a text, or a list of texts, that are not empty', item: TEXT };
export const LIST: ValueForm = { is: Array.isArray, expected: 'a list' };
export const FUNCTION: ValueForm = { is: (value) => typeof value === 'function', expected: 'a function' };

const VARIABLE: ValueForm = { is: (value) => value === undefined || typeof value === 'string', expected: 'a text, or undefined' };

/** An object whose fields are the variables. A `Map` of them has no fields, and would be an empty environment. */
function isEnvironment(value: unknown): boolean {
  return isJsonObject(value) && Object.prototype.toString.call(value) === '[object Object]' && Object.values(value).every(VARIABLE.is);
}

/** By their shapes: an abort signal may be one of a library, and a redactor that of another copy. */
export const SURROUNDINGS = {
  cwd: TEXT,
  env: { is: isEnvironment, expected: 'an object of variables', field: VARIABLE },
  redactor: { is: (value) => has(value, 'addEnvironment') && has(value, 'text'), expected: 'what createRedactor() of @assay/schema makes' },
} as const satisfies Forms;

export const SIGNAL: ValueForm = {
  is: (value) => has(value, 'addEventListener', 'removeEventListener') && typeof fieldOf(value, 'aborted') === 'boolean',
  expected: 'an AbortSignal',
};

export const CI_SERVER: ValueForm = {
  is: (value) => has(fieldOf(value, 'log'), 'write') && typeof fieldOf(value, 'folder') === 'string' && ['undefined', 'string'].includes(typeof fieldOf(value, 'summaryFile')),
  expected: 'an object { log, folder, summaryFile } whose log has write()',
};

/** The name that a word means that is none: one much like it, or what is called so elsewhere. */
function nearestName(word: string, names: readonly string[], otherWords: ReadonlyMap<string, string>): string | undefined {
  const other = nearestMatch(word, otherWords.keys());
  return nearestMatch(word, names) ?? (other === undefined ? undefined : otherWords.get(other));
}

/**
 * Reads and checks what a program says besides the options of a run: no compiler may have looked at it. Each value is read once, and
 * wherever the object has it from, its class or the object that it was made from: a threshold that stands there is a gate too.
 * @param call whose arguments these are: `evaluate()`
 * @param others names that are checked elsewhere
 * @param otherWords what the same is called elsewhere, as `timeout` on a command line, with its name here: for hints
 * @returns all that is said, in an object of its own
 * @throws UsageError for a value that cannot be, and for a name that means nothing: a misspelt `threshold` is no gate
 */
export function checkGiven<T extends object>(call: string, given: T, forms: Forms, others: readonly string[], otherWords: ReadonlyMap<string, string> = new Map()): T {
  const all: unknown = given;
  if (!isJsonObject(all)) throw new UsageError(`${call} takes an object, not ${describeValue(given)}`, { hint: `write ${call.replace('()', '({ … })')}` });
  const names = [...Object.keys(forms), ...others];
  const said: Record<string, unknown> = {};
  for (const name of names) {
    const value: unknown = all[name];
    if (value !== undefined) said[name] = value;
  }
  for (const [name, form] of Object.entries(forms)) {
    if (Object.hasOwn(said, name) && !form.is(said[name])) throw new UsageError(oddValue(name, form, said[name]), { hint: 'leave it out for the default' });
  }
  // With those that it has from elsewhere.
  for (const name in all) {
    if (names.includes(name) || all[name] === undefined) continue;
    const near = nearestName(name, names, otherWords);
    throw new UsageError(`${call} knows no "${name}"`, { hint: near === undefined ? 'leave it out; docs/options.md lists what it knows' : `did you mean ${near}?` });
  }
  return said as T;
}
