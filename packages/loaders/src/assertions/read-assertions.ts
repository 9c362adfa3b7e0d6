import { describeKind, type EvaluatorEntry, isJsonObject, type JsonObject, type JsonValue, type NormalizeContext, reportError, type ValuePath } from '@assay/schema';
import { readEvaluatorEntry } from '../evaluators/evaluator-entry.js';
import { ASSERTION_KEYS } from '../fields/suite-keys.js';
import { type AssertionEntry, assertionEntry } from './assertion-entry.js';
import { withWrittenPlaces, type WrittenPlace } from './written-places.js';

interface PlacedEntry extends AssertionEntry {
  readonly at: ValuePath;
}

/** Sentences are lines of one rubric, which stands where the first of them does. */
function joinSentences(entries: readonly PlacedEntry[]): readonly PlacedEntry[] {
  const sentences = entries.filter(({ sentence }) => sentence !== undefined);
  const [first] = sentences;
  if (!first || sentences.length < 2) return entries;
  const joined: PlacedEntry = {
    at: first.at,
    entry: { type: 'rubric', rubrics: sentences.map(({ sentence }) => sentence ?? '') },
    places: sentences.map(({ at }, index) => ({ at: [...first.at, 'rubrics', index], written: at })),
  };
  return entries.flatMap((entry) => (entry === first ? [joined] : entry.sentence === undefined ? [entry] : []));
}

/**
 * A list of assertions as the entries of evaluators, by the table of types: mappings with a type, texts
 * of such (`contains: Paris`), or sentences for the judges. What is not read is an error at its place.
 */
export function readAssertions(context: NormalizeContext, raw: unknown, path: ValuePath): readonly EvaluatorEntry[] {
  if (!Array.isArray(raw)) {
    reportError(context, path, `assertions must be a list, not ${describeKind(raw)}`, { hint: 'write a list of - type: …' });
    return [];
  }
  const made = (raw as readonly JsonValue[]).flatMap((item, index) => {
    const at = [...path, index];
    const entry = assertionEntry(context, item, at);
    return entry ? [{ ...entry, at }] : [];
  });
  return joinSentences(made).flatMap(({ entry, places, at }) => {
    const read = readEvaluatorEntry(withWrittenPlaces(context, places), entry, at);
    return read ? [read] : [];
  });
}

/** The assertions of a case or suite, under either name, also in its `execution`. Undefined when it has none. */
export function readOwnAssertions(context: NormalizeContext, raw: Readonly<Record<string, unknown>>, path: ValuePath): readonly EvaluatorEntry[] | undefined {
  const own = readAssertionsOf(context, raw, [], path);
  const executed = readAssertionsOf(context, raw, ['execution'], path);
  return own && executed ? [...own, ...executed] : (own ?? executed);
}

/** The assertions of a mapping in another one. Undefined when it has none. */
export function readAssertionsOf(context: NormalizeContext, raw: Readonly<Record<string, unknown>>, inside: readonly string[], path: ValuePath = []): readonly EvaluatorEntry[] | undefined {
  let holder: unknown = raw;
  for (const key of inside) holder = isJsonObject(holder) ? holder[key] : undefined;
  if (!isJsonObject(holder)) return undefined;
  const lists = ASSERTION_KEYS.filter((key) => holder[key] !== undefined && holder[key] !== null);
  return lists.length === 0 ? undefined : lists.flatMap((key) => readAssertions(context, holder[key], [...path, ...inside, key]));
}

/**
 * One assertion that was made of others.
 * @param places Where its parts stand in the file.
 */
export function readMadeAssertion(context: NormalizeContext, raw: JsonObject, at: ValuePath, places: readonly WrittenPlace[]): EvaluatorEntry | undefined {
  const own = withWrittenPlaces(context, places);
  const made = assertionEntry(own, raw, at);
  return made && readEvaluatorEntry(withWrittenPlaces(own, made.places), made.entry, at);
}
