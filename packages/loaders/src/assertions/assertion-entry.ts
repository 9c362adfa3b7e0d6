import {
  definitionNames,
  describeKind,
  describeValue,
  findEvaluator,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nearestMatch,
  type NormalizeContext,
  reportError,
  reportWarning,
  type ValuePath,
  withoutStrayKeys,
} from '@assay/schema';
import type { ReadAssertion } from '../assertion-types/assertion-type.js';
import { ASSERTION_TYPES } from '../assertion-types/assertion-types.js';
import { findAssertionType, splitType } from '../assertion-types/find-assertion-type.js';
import { readOption } from '../assertion-types/read-option.js';
import { meantAssertion, readAssertionText } from '../assertion-types/assertion-text.js';
import { isLeastScore } from '../evaluators/entry-requirements.js';
import { spelledNegation } from '../fields/spelled-negation.js';
import { rewriteAssertion } from './rewritten.js';
import { reportSaidTwice } from './said-twice.js';
import { withWrittenPlaces, type WrittenPlace } from './written-places.js';

/** An assertion as the entry of an evaluator, which may have assertions of its own. */
export interface AssertionEntry {
  readonly entry: JsonObject;
  /** Where its parts were written. */
  readonly places: readonly WrittenPlace[];
  /** What it says, if it is a sentence for the judges and nothing else. */
  readonly sentence?: string | undefined;
}

/** Sets in sets. What is nested deeper was written by no person, and takes long to read. */
const MOST_NESTED = 10;

/** Keys that every assertion may have, with what they are called in an entry. */
const COMMON: Readonly<Record<string, string>> = { metric: 'name', name: 'name', weight: 'weight', required: 'required', min_score: 'min_score' };
const OWN_KEYS: readonly string[] = ['type', 'value', 'threshold', 'negate', ...Object.keys(COMMON)];

/** Whether the assertion compares with anything; a value that nothing reads would be lost. */
function readsValue({ keys, readValue }: ReadAssertion, options: readonly string[]): boolean {
  return readValue !== undefined || Object.hasOwn(keys, 'value') || options.includes('value');
}

/** How a type is read: its line in the table, else the evaluator of that name. Undefined when it was reported. */
function readType(context: NormalizeContext, written: string, type: string, path: ValuePath): ReadAssertion | undefined {
  const listed = findAssertionType(type);
  if (listed && 'instead' in listed) {
    reportError(context, [...path, 'type'], `assertions of type ${JSON.stringify(written)} are not supported`, { code: 'unsupported-assertion', hint: listed.instead });
    return undefined;
  }
  if (listed) return listed;
  const named = [type, type.replaceAll('-', '_')].find((name) => findEvaluator(context, name) !== undefined);
  if (named !== undefined || context.definitions === undefined) return { evaluator: named ?? type, keys: {} };
  const names = [...Object.entries(ASSERTION_TYPES).flatMap(([name, line]) => ('instead' in line ? [] : [name])), ...definitionNames(context.definitions.evaluators)];
  // What is turned around stays so: the hint would have the assertion say the opposite.
  const turned = written === type ? '' : 'not-';
  const nearest = nearestMatch(spelledNegation(type), names);
  reportError(context, [...path, 'type'], `unknown type of assertion ${JSON.stringify(written)}`, {
    code: 'unknown-evaluator',
    hint: nearest === undefined ? 'assay list evaluators shows the installed ones' : `did you mean ${turned}${nearest}?`,
  });
  return undefined;
}

/** The evaluator that makes the assertion, turned around if it is. Undefined when it was reported. */
function evaluatorName(context: NormalizeContext, { evaluator }: ReadAssertion, negated: boolean, written: string, path: ValuePath): string | undefined {
  if (!negated) return evaluator;
  const name = evaluator.startsWith('not_') ? evaluator.slice(4) : `not_${evaluator}`;
  if (context.definitions === undefined || findEvaluator(context, name)) return name;
  reportError(context, [...path, 'type'], `an assertion of type ${JSON.stringify(written)} cannot be turned around`, {
    hint: `${evaluator} has no opposite; write the assertion that you mean`,
  });
  return undefined;
}

/** Keys that the evaluator's options have. */
function optionNames(context: NormalizeContext, evaluator: string): { readonly names: readonly string[]; readonly open: boolean } {
  const definition = findEvaluator(context, evaluator);
  if (!definition) return { names: [], open: true };
  let names: readonly string[] = [];
  withoutStrayKeys(definition.options, { '\0': true }, ({ known }) => (names = known));
  return { names, open: definition.openOptions === true };
}

function reportUnread(context: NormalizeContext, path: ValuePath, key: string, type: string, known: readonly string[]): void {
  const nearest = nearestMatch(key, known);
  reportError(context, [...path, key], `unknown key "${key}" in an assertion of type ${type}: nothing reads it`, {
    code: 'unread-grading',
    which: 'key',
    hint: nearest === undefined ? `it reads ${known.join(', ')}` : `did you mean ${nearest}?`,
  });
}

/** Assertions in an assertion, and the key that holds them. */
interface Members {
  readonly key: string;
  readonly list: readonly (AssertionEntry | undefined)[];
}

/** It is said in the words of the assertion: the evaluator that it stands for has others. */
function reportNoMembers(context: NormalizeContext, raw: JsonObject, keys: readonly string[], written: string, path: ValuePath): undefined {
  const [own = ''] = keys;
  const key = keys.find((name) => raw[name] !== undefined && raw[name] !== null);
  const value: unknown = key === undefined ? [] : raw[key];
  const at = key === undefined ? path : [...path, key];
  if (Array.isArray(value)) reportError(context, at, `an assertion of type ${JSON.stringify(written)} holds no assertions`, { hint: `write at least one: ${own}: [{ type: contains, value: … }]` });
  else reportError(context, at, `${key} must be a list of assertions, not ${describeKind(value)}`, { hint: 'write a list of - type: …' });
}

/** The assertions that it holds, as members of its entry. Undefined when none can be read, which was reported. */
function readMembers(context: NormalizeContext, raw: JsonObject, keys: readonly string[], written: string, path: ValuePath, depth: number): Members | undefined {
  const key = keys.find((name) => Array.isArray(raw[name]));
  const list = key === undefined ? [] : (raw[key] as readonly JsonValue[]);
  if (key === undefined || list.length === 0) return reportNoMembers(context, raw, keys, written, path);
  for (const other of keys) {
    if (other !== key && raw[other] !== undefined && raw[other] !== null) reportSaidTwice(context, path, key, other);
  }
  if (depth >= MOST_NESTED) {
    reportError(context, [...path, key], `assertions stand in each other at most ${MOST_NESTED} deep`, { which: 'key', hint: 'put them into fewer sets' });
    return undefined;
  }
  const read = list.map((item, index) => assertionEntry(context, item, [...path, key, index], depth + 1));
  return read.every((member) => member === undefined) ? undefined : { key, list: read };
}

function withMembers(path: ValuePath, { key, list }: Members): AssertionEntry {
  const found = list.flatMap((member, index) => (member ? [{ member, index }] : []));
  return {
    entry: { evaluators: found.map(({ member }) => member.entry) },
    places: [
      { at: [...path, 'evaluators'], written: [...path, key] },
      ...found.flatMap(({ member, index }, position) => {
        const [from, to] = [[...path, key, index], [...path, 'evaluators', position]];
        return [{ at: to, written: from }, ...member.places.map(({ at, written }) => ({ at: [...to, ...at.slice(from.length)], written }))];
      }),
    ],
  };
}

function fromMapping(context: NormalizeContext, raw: JsonObject, written: string, path: ValuePath, depth: number): AssertionEntry | undefined {
  const { type, negated } = splitType(written, raw['negate'] === true);
  const read = readType(context, written, type, path);
  const evaluator = read && evaluatorName(context, read, negated, written, path);
  if (!read || evaluator === undefined) return undefined;
  const { names, open } = optionNames(context, evaluator);
  const members = read.members && readMembers(context, raw, read.members, written, path, depth);
  if (read.members && !members) return undefined;
  const own = readsValue(read, names) ? OWN_KEYS : OWN_KEYS.filter((key) => key !== 'value');
  const known = [...new Set([...own, ...Object.keys(read.keys), ...(read.members ?? []), ...names])];
  const inside = members && withMembers(path, members);
  const entry = new Map<string, JsonValue>(Object.entries({ type: evaluator, ...read.fixed, ...inside?.entry }));
  const places: WrittenPlace[] = [...(inside?.places ?? [])];
  const saidBy = new Map<string, string>();
  let unread = false;
  for (const [key, value] of Object.entries(raw)) {
    if (key === 'type' || key === 'negate' || (members && read.members?.includes(key)) || value === undefined || value === null) continue;
    if (!open && !known.includes(key)) {
      reportUnread(context, path, key, written, known);
      unread = true;
      continue;
    }
    const options = Object.hasOwn(COMMON, key) ? { [COMMON[key] ?? key]: value } : readOption(read, names, key, value);
    // A threshold that is one of the score is named as it is written.
    if (key !== 'min_score' && 'min_score' in options && !isLeastScore(context, value, [...path, key])) continue;
    for (const option in options) {
      const before = saidBy.get(option);
      if (before !== undefined) reportSaidTwice(context, path, before, key);
      saidBy.set(option, key);
      entry.set(option, options[option] as JsonValue);
      if (option !== key) places.push({ at: [...path, option], written: [...path, key] });
    }
  }
  // What it lacks may be what it has under that key.
  return unread ? undefined : { entry: Object.fromEntries(entry), places };
}

/**
 * An assertion as the entry of an evaluator. What cannot be read is reported, with its place.
 * @param depth How many assertions it stands in.
 * @returns Undefined when it cannot be used.
 */
export function assertionEntry(context: NormalizeContext, raw: JsonValue, path: ValuePath, depth = 0): AssertionEntry | undefined {
  if (typeof raw === 'string') {
    const read = readAssertionText(raw, { bareNames: true });
    if (read) return fromText(context, read, path);
    if (raw.trim() === '') return reportNone(context, raw, path);
    const meant = meantAssertion(raw);
    if (meant !== undefined) reportWarning(context, path, 'the text is a sentence for the judges: it is written as no assertion', { code: 'unknown-evaluator', hint: `did you mean ${meant}?` });
    return { entry: { type: 'rubric', rubrics: [raw] }, places: [{ at: [...path, 'rubrics'], written: path }], sentence: raw };
  }
  if (!isJsonObject(raw)) return reportNone(context, raw, path);
  const { type } = raw;
  const short = type === undefined ? shortType(raw) : undefined;
  if (short !== undefined) return fromShort(context, raw, short, path, depth);
  if (typeof type === 'string' && type.trim() !== '') {
    const negate: unknown = raw['negate'];
    if (negate !== undefined && negate !== null && typeof negate !== 'boolean') {
      reportError(context, [...path, 'negate'], `negate must be true or false, not ${describeValue(negate)}`);
      return undefined;
    }
    return fromWritten(context, raw, type.trim(), path, depth);
  }
  if (typeof raw['include'] === 'string') {
    reportError(context, [...path, 'include'], 'assertions of other files are not supported', { code: 'unsupported-assertion', which: 'key', hint: 'write what the file says in place of it; assertions of the suite hold for all its cases' });
    return undefined;
  }
  if (type === undefined || type === null) reportError(context, path, 'an assertion has no type', { hint: 'add type: contains, or another type; a sentence alone is asked of the judges' });
  else reportError(context, [...path, 'type'], `the type of an assertion ${typeof type === 'string' ? 'must not be empty' : `must be a string, not ${describeKind(type)}`}`);
  return undefined;
}

/** A mapping with a type, some of which are written in other words. */
function fromWritten(context: NormalizeContext, raw: JsonObject, type: string, path: ValuePath, depth: number): AssertionEntry | undefined {
  const rewritten = rewriteAssertion(context, raw, type, path);
  if (!rewritten) return undefined;
  const { raw: other, places } = rewritten;
  if (places.length === 0) return fromMapping(context, other, String(other['type']).trim(), path, depth);
  const made = fromMapping(withWrittenPlaces(context, places), other, String(other['type']).trim(), path, depth);
  return made && { ...made, places: [...made.places, ...places] };
}

/** The type of a mapping that has it as a key: `contains: Paris`. */
function shortType(raw: JsonObject): string | undefined {
  const keys = Object.keys(raw).filter((key) => !OWN_KEYS.includes(key));
  const [key = ''] = keys;
  return keys.length === 1 && !('value' in raw) && findAssertionType(splitType(key, false).type) ? key : undefined;
}

function fromShort(context: NormalizeContext, raw: JsonObject, key: string, path: ValuePath, depth: number): AssertionEntry | undefined {
  const { [key]: value, ...rest } = raw;
  const renamed = [
    { at: [...path, 'type'], written: [...path, key] },
    { at: [...path, 'value'], written: [...path, key] },
  ];
  const made = fromWritten(withWrittenPlaces(context, renamed), { ...rest, type: key, ...(value === undefined ? {} : { value }) }, key, path, depth);
  return made && { ...made, places: [...renamed, ...made.places.map(({ at, written }) => ({ at, written: written.at(-1) === 'value' ? [...path, key] : written }))] };
}

/** All of a text stands at one place. */
function fromText(context: NormalizeContext, read: JsonObject, path: ValuePath): AssertionEntry | undefined {
  const here: NormalizeContext = { ...context, locate: (_, which) => context.locate(path, which) };
  const made = fromWritten(here, read, String(read['type']), path, 0);
  return made && { entry: made.entry, places: Object.keys(made.entry).map((key) => ({ at: [...path, key], written: path })) };
}

function reportNone(context: NormalizeContext, raw: JsonValue, path: ValuePath): undefined {
  reportError(context, path, `an assertion must be a mapping with a type, or a text, not ${describeValue(raw)}`, { hint: 'write - type: contains and value: …, or a sentence for the judges' });
}
