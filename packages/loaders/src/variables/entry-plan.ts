import { findEvaluator, type EvaluatorDefinition, type JsonObject, type JsonValue, type NormalizeContext, type ValuePath } from '@assay/schema';
import type { ReadAssertion } from '../assertion-types/assertion-type.js';
import { findAssertionType, splitType } from '../assertion-types/find-assertion-type.js';
import { readOption } from '../assertion-types/read-option.js';
import { hasMarks } from './marks.js';

/** Options of assertions of other tools that hold prompts, which evaluators fill in themselves. */
export const PROMPT_KEYS: readonly string[] = ['rubricPrompt', 'rubric_prompt'];

/** Options that are entries of their own. */
const MEMBER_KEYS: ReadonlySet<string> = new Set(['evaluators', 'assert', 'assertions']);

export interface EntryType {
  readonly definition: EvaluatorDefinition;
  readonly type: string;
  /** How assertions of this type are read, if they are. */
  readonly read: ReadAssertion | undefined;
  /** The key that says both the type and the value: `contains: Paris`. */
  readonly short?: string | undefined;
}

/** An installed evaluator by its own name, or by that of the assertions that it makes. */
function typeNamed(context: NormalizeContext, written: string): EntryType | undefined {
  const { type, negated } = splitType(written.trim(), false);
  const listed = findAssertionType(type);
  const read = listed && 'evaluator' in listed ? listed : undefined;
  const name = read?.evaluator ?? type.replaceAll('-', '_');
  const definition = findEvaluator(context, written.trim()) ?? findEvaluator(context, negated ? `not_${name}` : name) ?? findEvaluator(context, name);
  return definition && { definition, type: written, read };
}

/** The evaluator of an entry, or of the only key that is the name of one. */
export function entryType(context: NormalizeContext, entry: JsonObject): EntryType | undefined {
  const { type } = entry;
  if (typeof type === 'string') return typeNamed(context, type);
  for (const short of Object.keys(entry)) {
    const found = MEMBER_KEYS.has(short) ? undefined : typeNamed(context, short);
    if (found) return { ...found, short };
  }
  return undefined;
}

/** The options of the evaluator that a key may say: the one of its name, and what assertions of this type mean by it. */
function optionsSaid({ read, short }: EntryType, key: string, value: JsonValue): readonly string[] {
  const name = key === short ? 'value' : key;
  return [name, ...(read ? Object.keys(readOption(read, [], name, value)) : [])];
}

/** Where variables stand in a value, or on the way to it: a text that stands alone may become a mapping. Undefined when there are none. */
function markedAt(value: JsonValue | undefined, place: ValuePath): ValuePath | undefined {
  let inside: unknown = value;
  for (const [depth, key] of place.entries()) {
    if (typeof inside !== 'object' || inside === null) return hasMarks(inside) ? place.slice(0, depth) : undefined;
    inside = (inside as Record<string, unknown>)[key];
  }
  return hasMarks(inside) ? place : undefined;
}

/**
 * Where variables stand in what an entry starts as a program. Undefined when there are none.
 * @param filled the entry as the evaluator gets it: what a variable holds may be a program too.
 */
export function markedProgram(entry: JsonObject, type: EntryType, filled = entry): ValuePath | undefined {
  const { programs } = type.definition;
  if (programs === 'never') return undefined;
  const said = Object.entries(filled).map(([key, value]) => ({ key, value, options: optionsSaid(type, key, value) }));
  const options = { ...Object.fromEntries(said.flatMap(({ value, options: names }) => names.map((name) => [name, value]))), ...filled };
  for (const [option, ...rest] of programs?.(options) ?? [[]]) {
    if (option === undefined) return hasMarks(entry) ? [] : undefined;
    for (const { key, options: names } of said) {
      const marked = names.includes(String(option)) ? markedAt(entry[key], rest) : undefined;
      if (marked) return [key, ...marked];
    }
  }
  return undefined;
}

/** What becomes of a value of an entry. */
type Filling = 'kept' | 'filled' | 'entries';

/** How an entry is filled in, whatever the variables are. */
export interface EntryPlan {
  readonly type: EntryType | undefined;
  /** Where variables stand in what it starts as a program. */
  readonly marked: ValuePath | undefined;
  readonly values: readonly (readonly [key: string, value: JsonValue, filling: Filling])[];
}

export const isVerbatim = (type: EntryType, key: string, value: JsonValue): boolean =>
  optionsSaid(type, key, value).some((option) => type.definition.verbatim?.includes(option));

export function planEntry(context: NormalizeContext, entry: JsonObject): EntryPlan {
  const type = entryType(context, entry);
  const fillingOf = (key: string, value: JsonValue): Filling => {
    if (!hasMarks(value) || PROMPT_KEYS.includes(key) || (type && isVerbatim(type, key, value))) return 'kept';
    // A mapping without a type holds lists of entries, or mappings with such.
    return MEMBER_KEYS.has(key) || (!type && typeof entry['type'] !== 'string' && typeof value === 'object') ? 'entries' : 'filled';
  };
  return { type, marked: type && markedProgram(entry, type), values: Object.entries(entry).map(([key, value]) => [key, value, fillingOf(key, value)]) };
}
