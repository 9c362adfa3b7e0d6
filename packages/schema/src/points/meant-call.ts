import * as v from 'valibot';
import { findPointFunction } from '../contracts/find-point-function.js';
import type { PointFunctionDefinition } from '../contracts/point-function.js';
import { isJsonObject, type JsonValue } from '../domain/json.js';
import type { NormalizeContext } from '../normalization/context.js';

/** What other tools call the checks that exist here too. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  regex: 'matches',
  regexp: 'matches',
  pattern: 'matches',
  includes: 'contains',
  include: 'contains',
  has: 'contains',
  contains_any: 'contains_any_of',
  contains_all: 'contains_all_of',
  icontains_any: 'icontains_any_of',
  icontains_all: 'icontains_all_of',
  startswith: 'starts_with',
  endswith: 'ends_with',
  javascript: 'js',
  json: 'is_json',
  word_count: 'word_count_between',
};

function spelled(name: string): string {
  const words = name.trim().replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_').replaceAll(/[-\s]+/gu, '_').toLowerCase();
  return words.replace(/^(?:(?:does|do|must|should)_not|doesn['’]?t|don['’]?t)_/u, 'not_');
}

function lookUp(functions: readonly PointFunctionDefinition[], name: string): PointFunctionDefinition | undefined {
  return findPointFunction(functions, name)?.definition;
}

/** `name: argument` as it is written in YAML. */
export function callLine(name: string, argument: JsonValue): string {
  return `$${name}: ${JSON.stringify(argument)}`;
}

/** A call of a function that its schema accepts: with this argument if it does, else with that of an example. */
export function exampleCall(definition: PointFunctionDefinition, name: string, argument: JsonValue | undefined): string {
  // No is yes to the opposite.
  if (argument === false && v.is(definition.options, true)) return callLine(name.startsWith('not_') ? name.slice('not_'.length) : `not_${name}`, true);
  const text = typeof argument === 'number' || typeof argument === 'boolean' ? String(argument) : undefined;
  const accepted = [argument, text].find((value) => value !== undefined && v.is(definition.options, value));
  return callLine(name, accepted ?? ((definition.examples[0]?.value ?? true) as JsonValue));
}

/** A function as it was asked for in other words. */
interface MeantFunction {
  readonly definition: PointFunctionDefinition;
  /** As it is to be written, with `not_` where it is turned around. */
  readonly name: string;
}

function meantDefinition(functions: readonly PointFunctionDefinition[], name: string): MeantFunction | undefined {
  const written = spelled(name);
  const [, not = '', plain = ''] = /^(not_)?(.*)$/u.exec(written) ?? [];
  const known = lookUp(functions, written) ? written : `${not}${OTHER_NAMES[plain] ?? ''}`;
  const definition = lookUp(functions, known);
  return definition && { definition, name: known };
}

/**
 * The name of the function that was meant by what other tools and people call it (`regex`, `starts-with`, `not contains`,
 * `does not contain`), as it is to be written. Undefined when it is no such name.
 */
export function meantFunction(functions: readonly PointFunctionDefinition[], name: string): string | undefined {
  return meantDefinition(functions, name)?.name;
}

/** `not` around a call, as other tools turn one around: the call of the function that does so here. */
function turnedCall(functions: readonly PointFunctionDefinition[], argument: JsonValue | undefined): string | undefined {
  const inner: JsonValue | undefined = Array.isArray(argument) && argument.length === 1 ? (argument as readonly JsonValue[])[0] : argument;
  if (!isJsonObject(inner)) return undefined;
  const [[key, value] = ['', undefined], ...more] = Object.entries(inner);
  const meant = more.length === 0 ? meantDefinition(functions, key.replace(/^\$/u, '')) : undefined;
  return meant && exampleCall(meant.definition, meant.name.startsWith('not_') ? meant.name.slice('not_'.length) : `not_${meant.name}`, value);
}

/**
 * The call that was meant by a function in other words, as it is to be written: what {@link meantFunction} knows, and `not` around
 * another call. Undefined when it is neither.
 */
export function meantCall(functions: readonly PointFunctionDefinition[], name: string, argument: JsonValue | undefined): string | undefined {
  if (spelled(name) === 'not') return turnedCall(functions, argument);
  const meant = meantDefinition(functions, name);
  return meant && exampleCall(meant.definition, meant.name, argument);
}

/** The call that was meant by a name without its `$`. Undefined when it is no such name: words that begin as a sentence does are one. */
export function callWithoutDollar(context: NormalizeContext, key: string, argument: JsonValue | undefined): string | undefined {
  if (!/^(?:[\w-]+|[a-z\d_\s'’-]+)$/u.test(key)) return undefined;
  return meantCall(context.definitions?.pointFunctions ?? [], key, argument);
}
