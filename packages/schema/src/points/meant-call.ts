import * as v from 'valibot';
import { findPointFunction } from '../contracts/find-point-function.js';
import type { PointFunctionDefinition } from '../contracts/point-function.js';
import type { JsonValue } from '../domain/json.js';
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
  return words.replace(/^(?:(?:does|do|must|should)_not|doesnt|dont)_/u, 'not_');
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

/**
 * The call that was meant by a name without its `$`, as it is to be written: `contains`, `not_contains`,
 * or what other tools and people call it (`regex`, `starts-with`, `not contains`, `does not contain`). Undefined when it is no such name.
 */
export function meantCall(context: NormalizeContext, key: string, argument: JsonValue | undefined): string | undefined {
  const functions = context.definitions?.pointFunctions;
  // Words that begin as a sentence does are one.
  if (!functions || !/^(?:[\w-]+|[a-z\d_\s-]+)$/u.test(key)) return undefined;
  const written = spelled(key);
  const [, not = '', plain = ''] = /^(not_)?(.*)$/u.exec(written) ?? [];
  const name = lookUp(functions, written) ? written : `${not}${OTHER_NAMES[plain] ?? ''}`;
  const definition = lookUp(functions, name);
  return definition && exampleCall(definition, name, argument);
}
