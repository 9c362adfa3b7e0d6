import {
  checkWithSchema,
  COMMON_EVALUATOR_KEYS,
  definitionNames,
  describeKind,
  describeValue,
  type EvaluatorEntry,
  findEvaluator,
  type GradingKeys,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nameEvaluators,
  nearestMatch,
  type NormalizeContext,
  readWeight,
  reportError,
  type ValuePath,
} from '@assay/schema';
import * as v from 'valibot';
import { judgeHints } from '../fields/judge-names.js';
import { keptDigits } from '../fields/kept-digits.js';
import { spelledNegation } from '../fields/spelled-negation.js';
import { findAssertionType, splitType } from '../assertion-types/find-assertion-type.js';
import { readEntryRequirements } from './entry-requirements.js';
import { keepPlace } from './evaluator-places.js';
import { withoutOperators } from './rubric-operators.js';
import { checkRubricIds } from './rubrics.js';
import { POINTS_TYPE, readRubricOptions } from '../points/rubric-options.js';
import { commandPaths, startCommands } from './command-lines.js';

/** No key of an entry is read as another way to score. */
const GRADING: GradingKeys = { read: [], how: 'write an entry of its own for it, with the type that reads it: - type: …' };

const WHO_JUDGES = 'write model: NAME, a target or provider:model, or a list of them that judge in place of the run’s judges';
const JUDGE_HINTS = { ...judgeHints(WHO_JUDGES), grader: WHO_JUDGES, graders: WHO_JUDGES };

/** What a type of assertions is written as here, if it is one that assertions alone have. */
function asEvaluator(context: NormalizeContext, written: string): string | undefined {
  const { type, negated } = splitType(written, false);
  const listed = findAssertionType(type);
  if (!listed) return undefined;
  if ('instead' in listed) return listed.instead;
  const own = written.replaceAll('-', '_');
  if (findEvaluator(context, own)) return `write type: ${own}, or put it under assert, where ${written} is read`;
  const evaluator = negated ? `not_${listed.evaluator}` : listed.evaluator;
  if (!findEvaluator(context, evaluator)) return undefined;
  const fixed = Object.entries(listed.fixed ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `write type: ${evaluator}${fixed.length > 0 ? ` with ${fixed.join(' and ')}` : ''}, or put it under assert, where ${written} is read`;
}

/** The type that was meant by a name that is none. What says "not" is never taken for what asks for the opposite. */
function meantType(context: NormalizeContext, type: string): string {
  const names = definitionNames(context.definitions?.evaluators ?? []);
  const turned = /^not[\s_-]+(?<inside>.+)$/iu.exec(type)?.groups?.['inside'];
  if (turned === undefined) {
    const nearest = nearestMatch(type, names);
    return nearest ? `did you mean ${nearest}?` : 'use one of the installed types';
  }
  const inside = turned.replaceAll('-', '_');
  if (findEvaluator(context, `not_${inside}`)) return `did you mean not_${inside}?`;
  // Turned around twice it is as it was.
  const twice = inside.startsWith('not_') ? inside.slice('not_'.length) : '';
  if (findEvaluator(context, inside)) return findEvaluator(context, twice) ? `did you mean ${twice}?` : `${inside} has no opposite; write the check that you mean`;
  const nearest = nearestMatch(`not_${inside}`, names.filter((name) => name.startsWith('not_')));
  return nearest ? `did you mean ${nearest}?` : 'use one of the installed types';
}

function reportUnknownType(context: NormalizeContext, type: string, path: ValuePath): void {
  const meant = asEvaluator(context, type);
  if (meant !== undefined) {
    reportError(context, path, `${JSON.stringify(type)} is a type of assertions, and no evaluator`, { code: 'unknown-evaluator', hint: meant });
    return;
  }
  const installed = context.definitions?.evaluators ?? [];
  // Other names, and the negation that every check has, would hide the rest.
  const listed = installed.map(({ name }) => name).filter((name) => !name.startsWith('not_'));
  reportError(context, path, `unknown evaluator type ${JSON.stringify(type)}; installed: ${listed.join(', ')}`, {
    code: 'unknown-evaluator',
    hint: meantType(context, spelledNegation(type)),
  });
}

/**
 * Holds the place of a member that was reported, so that the entry around it is not found to lack
 * one as well.
 */
function standIn(raw: unknown): EvaluatorEntry {
  const { name, type }: JsonObject = isJsonObject(raw) ? raw : {};
  return {
    name: typeof name === 'string' && name !== '' ? name : undefined,
    type: typeof type === 'string' && type !== '' ? type : 'unknown',
    weight: 1,
    options: {},
  };
}

/** Members look at one reply, as what they are members of does. */
function reportComparing(context: NormalizeContext, members: readonly (EvaluatorEntry | undefined)[], path: ValuePath): void {
  for (const [index, member] of members.entries()) {
    if (!member || !findEvaluator(context, member.type)?.compare) continue;
    reportError(context, [...path, index], `${member.type} compares the replies of several targets, and can be no member of another evaluator`, {
      hint: 'write it as an entry of its own',
    });
  }
}

/** Entries inside an entry (members of a composite) are brought to the same form, but stay plain JSON. */
function readMembers(context: NormalizeContext, options: JsonObject, path: ValuePath): JsonObject {
  const raw: unknown = options['evaluators'];
  if (!Array.isArray(raw)) return options;
  const entries = readEntries(context, raw, [...path, 'evaluators']);
  reportComparing(context, entries, [...path, 'evaluators']);
  const members = nameEvaluators(entries.map((entry, index) => entry ?? standIn(raw[index])));
  return {
    ...options,
    evaluators: members.map(
      ({ name, type, weight, required, minScore, options: own }): JsonValue => ({
        name,
        type,
        weight,
        ...(required === undefined ? {} : { required }),
        ...(minScore === undefined ? {} : { min_score: minScore }),
        ...own,
      }),
    ),
  };
}

/** The options of a rubric, with its lines in the form that it reads. */
function readLines(context: NormalizeContext, options: JsonObject, path: ValuePath): JsonObject {
  const { rubrics } = options;
  if (!Array.isArray(rubrics)) return options;
  checkRubricIds(context, rubrics, path);
  return { ...options, rubrics: withoutOperators(context, rubrics, path) ?? rubrics };
}

/** Checks the entry's own options against the installed evaluator; without definitions they are kept as written. */
function readOptions(
  context: NormalizeContext,
  entry: { readonly type: string; readonly name: string | undefined },
  written: JsonObject,
  path: ValuePath,
): { type: string; options: JsonObject } {
  const definition = findEvaluator(context, entry.type);
  const type = definition?.name ?? entry.type;
  const commands = definition ? (definition.commands ?? []) : commandPaths(context.definitions, type);
  const given = readMembers(context, startCommands(written, commands), path);
  const members = type === 'rubric' ? readLines(context, given, [...path, 'rubrics']) : given;
  const before = context.tally.errors;
  const { options: value, locate } =
    type === POINTS_TYPE
      ? readRubricOptions(context, members, path)
      : { options: members, locate: (inOptions: ValuePath) => [...path, ...inOptions] };
  if (!definition) return { type, options: value };
  const label = `evaluator "${entry.name ?? type}": `;
  const options = checkWithSchema(context, {
    schema: definition.options,
    value,
    path,
    label,
    open: definition.openOptions,
    otherKeys: COMMON_EVALUATOR_KEYS,
    grading: GRADING,
    // An aggregator of a composite names its judges as an entry does.
    hintsBeside: (known) => (definition.uses?.includes('judge') && known.includes('model') ? JUDGE_HINTS : undefined),
  });
  if ((definition.check || definition.programs !== 'never') && context.tally.errors === before) {
    context.tally.handedOn = (context.tally.handedOn ?? 0) + 1;
    context.onEvaluator?.(definition, options, locate, label, context.variables);
  }
  return { type, options };
}

/** What turns an assertion around is a type of its own here. Left out, the reply would be scored by the opposite. */
function reportNegate(context: NormalizeContext, type: string, path: ValuePath): void {
  const opposite = type.startsWith('not_') ? type.slice('not_'.length) : `not_${findEvaluator(context, type)?.name ?? type}`;
  reportError(context, [...path, 'negate'], 'negate is read of assertions, and not here', {
    code: 'unread-grading',
    which: 'key',
    hint: context.definitions && !findEvaluator(context, opposite) ? `leave it out: ${type} has no opposite` : `write type: ${opposite}, or put it under assert`,
  });
}

/** A name as it is written, or undefined. Reports a wrong one. */
function readName(context: NormalizeContext, value: unknown, path: ValuePath): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value;
  reportError(context, [...path, 'name'], `the name of an evaluator must be a string, not ${describeValue(value)}`, {
    hint: 'leave it out to name the evaluator after its type',
  });
  return undefined;
}

/** How an entry gets a type that has none: of its name, or of a key that is the name of one, as in `contains: words`. */
function typeHint(context: NormalizeContext, raw: JsonObject, name: string | undefined): string {
  if (name !== undefined && findEvaluator(context, name)) return `add type: ${name}`;
  const key = Object.keys(raw).find((each) => !COMMON.has(each) && findEvaluator(context, each));
  const schema = key === undefined ? undefined : (findEvaluator(context, key)?.options as { readonly entries?: JsonObject } | undefined);
  if (schema === undefined) return 'add type: llm_judge, or another evaluator type';
  return schema.entries && 'value' in schema.entries ? `write type: ${key} and value: …, in place of ${key}` : `write type: ${key}, and its options as keys beside it`;
}

function readType(context: NormalizeContext, raw: JsonObject, name: string | undefined, path: ValuePath): string | undefined {
  const value = raw['type'];
  if (typeof value === 'string' && value.trim() !== '') return value;
  const subject = name === undefined ? 'an evaluator' : `evaluator "${name}"`;
  if (value === undefined || value === null) {
    reportError(context, path, `${subject} has no type`, { hint: typeHint(context, raw, name) });
  } else {
    reportError(context, [...path, 'type'], `the type of ${subject} ${typeof value === 'string' ? 'must not be empty' : `must be a string, not ${describeKind(value)}`}`);
  }
  return undefined;
}

function readOwnWeight(context: NormalizeContext, value: unknown, label: string, path: ValuePath): number {
  return value === undefined ? 1 : readWeight(context, value, [...path, 'weight'], `evaluator "${label}": `);
}

const COMMON: ReadonlySet<string> = new Set(COMMON_EVALUATOR_KEYS);

/** What replies are compared with, with all of its digits; as numbers for an evaluator that calculates with them, and takes no texts. */
function comparedValue(context: NormalizeContext, type: string, value: JsonValue, path: ValuePath): JsonValue {
  const kept = keptDigits(value, path, context.writtenAt);
  if (kept === value) return value;
  const schema = findEvaluator(context, type)?.options as { readonly entries?: Readonly<Record<string, v.GenericSchema>> } | undefined;
  const own = schema?.entries?.['value'];
  return own && !v.is(own, kept) ? value : kept;
}

/** What an entry says besides the keys that all entries have. */
function ownOptions(context: NormalizeContext, type: string, raw: JsonObject, path: ValuePath): JsonObject {
  const options: Record<string, JsonValue> = {};
  for (const key in raw) {
    const value = raw[key];
    // Only definition, not assignment, makes this name a key like any other.
    if (key === '__proto__') return Object.fromEntries(Object.entries(raw).filter(([name]) => !COMMON_EVALUATOR_KEYS.includes(name)));
    if (!COMMON.has(key) && value !== undefined) options[key] = key === 'value' ? comparedValue(context, type, value, [...path, key]) : value;
  }
  return options;
}

/**
 * One entry of an `evaluators` list: a mapping with `type`, optional `name`, `weight`, `required` and
 * `min_score`, and the options of that type; or only the name of a type. Undefined when it cannot be used.
 */
export function readEvaluatorEntry(
  context: NormalizeContext,
  raw: unknown,
  path: ValuePath,
): EvaluatorEntry | undefined {
  if (typeof raw === 'string') return readEvaluatorEntry(context, { type: raw }, path);
  if (!isJsonObject(raw)) {
    reportError(context, path, `an evaluator must be a mapping with a type, or the name of a type, not ${describeKind(raw)}`, {
      hint: 'write - type: llm_judge',
    });
    return undefined;
  }
  const name = readName(context, raw['name'], path);
  const type = readType(context, raw, name, path);
  const weight = readOwnWeight(context, raw['weight'], name ?? type ?? '', path);
  const requirements = readEntryRequirements(context, raw, path);
  if (type === undefined) return undefined;
  if (context.definitions && !findEvaluator(context, type)) {
    reportUnknownType(context, type, [...path, 'type']);
    return undefined;
  }
  const { negate, ...written } = raw;
  const isNegated = negate !== undefined && negate !== null && negate !== false;
  if (isNegated) reportNegate(context, type, path);
  const { type: installed, options } = readOptions(context, { type, name }, ownOptions(context, type, isNegated ? written : raw, path), path);
  const entry = { name, type: installed, weight, ...requirements, options };
  keepPlace(entry, context, path);
  return entry;
}

/** The entries of a list, undefined for those that cannot be used. */
function readEntries(
  context: NormalizeContext,
  raw: readonly unknown[],
  path: ValuePath,
): readonly (EvaluatorEntry | undefined)[] {
  // Nearly all lists of a large dataset have one entry, which needs no comparison.
  if (raw.length === 1) return [readEvaluatorEntry(context, raw[0], [...path, 0])];
  const places = new Map<string, ValuePath>();
  const entries: (EvaluatorEntry | undefined)[] = [];
  for (const [index, item] of raw.entries()) {
    const itemPath = [...path, index];
    const entry = readEvaluatorEntry(context, item, itemPath);
    entries.push(entry);
    if (entry?.name === undefined) continue;
    const namePath = [...itemPath, 'name'];
    const first = places.get(entry.name);
    if (first) {
      reportError(context, namePath, `two evaluators are named "${entry.name}"`, {
        code: 'duplicate-name',
        hint: 'give each evaluator of a case its own name, or leave the names out',
        related: { message: 'the first one is here', path: first },
      });
    } else {
      places.set(entry.name, namePath);
    }
  }
  return entries;
}

/** An `evaluators` list in file order. Names that are given must differ. */
export function readEvaluatorList(context: NormalizeContext, raw: unknown, path: ValuePath): readonly EvaluatorEntry[] {
  if (!Array.isArray(raw)) {
    reportError(context, path, `evaluators must be a list, not ${describeKind(raw)}`, {
      hint: 'write a list of - type: …, or evaluator: NAME for a single one',
    });
    return [];
  }
  const entries = readEntries(context, raw, path);
  return entries.every((entry) => entry !== undefined) ? entries : entries.filter((entry) => entry !== undefined);
}
