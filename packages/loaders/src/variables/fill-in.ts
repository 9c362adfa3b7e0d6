import {
  findEvaluator,
  isJsonObject,
  reportError,
  TemplateError,
  type EvaluatorDefinition,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  type TemplateRenderer,
  type TextTemplate,
  type ValuePath,
} from '@assay/schema';
import type { ReadAssertion } from '../assertion-types/assertion-type.js';
import { findAssertionType, splitType } from '../assertion-types/find-assertion-type.js';
import { readOption } from '../assertion-types/read-option.js';
import { readAssertionText } from '../assertion-types/assertion-text.js';
import { hasMarks, markedTexts } from './marks.js';

/** Most texts whose templates are kept: a suite has few, its cases may have many. */
const MOST_KEPT = 1_000;

/** Options of assertions of other tools that hold prompts, which evaluators fill in themselves. */
const PROMPT_KEYS: readonly string[] = ['rubricPrompt', 'rubric_prompt'];

const WHOLE = /^\{\{\s*([\p{L}_][\p{L}\p{M}\p{N}_]*)\s*\}\}$/u;

/** Fills the variables of one case into values of its suite. */
export interface FillIn {
  readonly variables: JsonObject;
  /** A value with all its texts filled in; reports what cannot be. */
  value(context: NormalizeContext, value: unknown, path: ValuePath): unknown;
  /** The same for evaluators, of which some options are theirs. */
  evaluators(context: NormalizeContext, value: unknown, path: ValuePath): unknown;
}

/** Where in a text of several lines something stands, in words. */
function placeInText(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  if (!text.includes('\n')) return offset === 0 ? '' : ` (at character ${offset + 1} of the text)`;
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} of the text)`;
}

function reportTemplateError(context: NormalizeContext, error: unknown, text: string, path: ValuePath): void {
  if (!(error instanceof TemplateError)) throw error;
  reportError(context, path, `the text cannot be filled in: ${error.message}${placeInText(text, error.offset)}`, { code: 'template', hint: error.hint });
}

/** Reads the texts of a suite, each once. */
export class TemplateTexts {
  readonly #renderer: TemplateRenderer;
  readonly #kept = new Map<string, TextTemplate>();

  constructor(renderer: TemplateRenderer) {
    this.#renderer = renderer;
  }

  /**
   * Makes ready what reads the texts in a value, however deep, or whatever may come where none is given. Nothing to wait for
   * when it is ready; to be waited for before they are read.
   */
  prepare(value?: unknown): Promise<unknown> | undefined {
    const asked = value === undefined ? [this.#renderer.prepare?.()] : markedTexts(value).map((text) => this.#renderer.prepare?.(text));
    const waits = asked.filter((wait) => wait !== undefined);
    return waits.length === 0 ? undefined : Promise.all(waits);
  }

  /** @throws TemplateError */
  read(text: string): TextTemplate {
    if (!hasMarks(text)) return { uses: new Set(), render: () => text };
    const before = this.#kept.get(text);
    if (before) return before;
    const template = this.#renderer.parse(text);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(text, template);
    return template;
  }
}

/** Options that are entries of their own. */
const MEMBER_KEYS: ReadonlySet<string> = new Set(['evaluators', 'assert', 'assertions']);

interface EntryType {
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
function entryType(context: NormalizeContext, entry: JsonObject): EntryType | undefined {
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
function markedProgram(entry: JsonObject, type: EntryType, filled = entry): ValuePath | undefined {
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

/** Whether an assertion that variables hold, or one of several, starts a program. */
function startsProgram(context: NormalizeContext, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => startsProgram(context, item));
  const entry: unknown = typeof value === 'string' ? readAssertionText(value, { bareNames: true }) : value;
  if (!isJsonObject(entry)) return false;
  const found = entryType(context, entry)?.definition;
  if (found && found.programs !== 'never' && (found.programs?.(entry) ?? [[]]).length > 0) return true;
  return Object.values(entry).some((inside) => typeof inside !== 'string' && startsProgram(context, inside));
}

/** @param variables of one case. */
export function createFillIn(texts: TemplateTexts, variables: JsonObject): FillIn {
  function fillText(context: NormalizeContext, text: string, path: ValuePath): unknown {
    try {
      // A list or a mapping that stands alone stays what it is.
      const name = WHOLE.exec(text)?.[1];
      const alone = name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (typeof alone === 'object' && alone !== null) return alone;
      return texts.read(text).render(variables);
    } catch (error) {
      reportTemplateError(context, error, text, path);
      return text;
    }
  }

  function fill(context: NormalizeContext, value: unknown, path: ValuePath, left: readonly string[] = []): unknown {
    if (typeof value === 'string') return hasMarks(value) ? fillText(context, value, path) : value;
    if (typeof value !== 'object' || value === null || !hasMarks(value)) return value;
    if (Array.isArray(value)) return value.map((item, index) => fill(context, item, [...path, index]));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, left.includes(key) ? item : fill(context, item, [...path, key])]));
  }

  /** What an entry starts as a program is no text: what a table says would run as a command. */
  function refuse(context: NormalizeContext, path: ValuePath, label: string): void {
    reportError(context, path, `${label}variables cannot stand in a command`, { code: 'template', hint: 'hand them over in another option, which the program reads' });
  }

  function refusePrograms(context: NormalizeContext, entry: JsonObject, type: EntryType, path: ValuePath, filled?: JsonObject): boolean {
    const marked = markedProgram(entry, type, filled);
    if (marked) refuse(context, [...path, ...marked], `evaluator "${type.type}": `);
    return marked !== undefined;
  }

  const isVerbatim = (type: EntryType, key: string, value: JsonValue): boolean =>
    optionsSaid(type, key, value).some((option) => type.definition.verbatim?.includes(option));

  /** `contains: {{ city }}` as one text: a type, and what it compares with. */
  function fillSentence(context: NormalizeContext, text: string, path: ValuePath): unknown {
    const entry = hasMarks(text) ? readAssertionText(text, { bareNames: true }) : undefined;
    const found = entry && entryType(context, entry);
    if (found && markedProgram(entry, found)) refuse(context, path, `evaluator "${found.type}": `);
    else if (!found || !isVerbatim(found, 'value', entry['value'] ?? null)) return fillWhole(context, text, path);
    return text;
  }

  /** A text that may come to be an assertion, or several, by what it is filled in with. */
  function fillWhole(context: NormalizeContext, text: string, path: ValuePath): unknown {
    const filled = fill(context, text, path);
    if (filled === text || !startsProgram(context, filled)) return filled;
    refuse(context, path, '');
    return text;
  }

  function fillEntry(context: NormalizeContext, entry: unknown, path: ValuePath): unknown {
    if (typeof entry === 'string') return fillSentence(context, entry, path);
    if (!isJsonObject(entry) || !hasMarks(entry)) return fill(context, entry, path, PROMPT_KEYS);
    const found = entryType(context, entry);
    if (found && refusePrograms(context, entry, found, path)) return entry;
    const values = Object.entries(entry).map(([key, value]): [string, unknown] => {
      const at = [...path, key];
      if (PROMPT_KEYS.includes(key) || (found && isVerbatim(found, key, value))) return [key, value];
      // A mapping without a type holds lists of entries, or mappings with such.
      const holdsEntries = MEMBER_KEYS.has(key) || (!found && typeof entry['type'] !== 'string' && typeof value === 'object');
      return [key, holdsEntries ? fillEntries(context, value, at) : fill(context, value, at, PROMPT_KEYS)];
    });
    const filled = Object.fromEntries(values) as JsonObject;
    // The type may stand in a variable, and so may a mapping that holds a command.
    const type = found ?? entryType(context, filled);
    return type && refusePrograms(context, entry, type, path, filled) ? entry : filled;
  }

  function fillEntries(context: NormalizeContext, value: unknown, path: ValuePath): unknown {
    return Array.isArray(value) ? value.map((entry, index) => fillEntry(context, entry, [...path, index])) : fillEntry(context, value, path);
  }

  return { variables, value: fill, evaluators: fillEntries };
}
