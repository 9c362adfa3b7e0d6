import {
  isJsonObject,
  reportError,
  TemplateError,
  type JsonObject,
  type NormalizeContext,
  type TemplateRenderer,
  type TextTemplate,
  type ValuePath,
} from '@assay/schema';
import { readAssertionText } from '../assertion-types/assertion-text.js';
import { entryType, isVerbatim, markedProgram, planEntry, PROMPT_KEYS, type EntryPlan, type EntryType } from './entry-plan.js';
import { hasMarks, markedTexts } from './marks.js';

/** Most texts whose templates are kept: a suite has few, its cases may have many. */
const MOST_KEPT = 1_000;

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
  /** How entries of the suite are filled in, which all its cases share. */
  readonly plans = new WeakMap<JsonObject, EntryPlan>();

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

  function refuseProgram(context: NormalizeContext, { type }: EntryType, path: ValuePath, marked: ValuePath): void {
    refuse(context, [...path, ...marked], `evaluator "${type}": `);
  }

  function planOf(context: NormalizeContext, entry: JsonObject): EntryPlan {
    const before = texts.plans.get(entry);
    const plan = before ?? planEntry(context, entry);
    if (!before) texts.plans.set(entry, plan);
    return plan;
  }

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
    const { type, marked, values } = planOf(context, entry);
    if (type && marked) {
      refuseProgram(context, type, path, marked);
      return entry;
    }
    const filled: Record<string, unknown> = {};
    for (const [key, value, filling] of values) {
      const at = [...path, key];
      const made = filling === 'kept' ? value : filling === 'entries' ? fillEntries(context, value, at) : fill(context, value, at, PROMPT_KEYS);
      if (key === '__proto__') Object.defineProperty(filled, key, { value: made, enumerable: true, configurable: true, writable: true });
      else filled[key] = made;
    }
    // The type may stand in a variable, and so may a mapping that holds a command.
    const own = type ?? entryType(context, filled as JsonObject);
    const late = own && markedProgram(entry, own, filled as JsonObject);
    if (!late) return filled;
    refuseProgram(context, own, path, late);
    return entry;
  }

  function fillEntries(context: NormalizeContext, value: unknown, path: ValuePath): unknown {
    return Array.isArray(value) ? value.map((entry, index) => fillEntry(context, entry, [...path, index])) : fillEntry(context, value, path);
  }

  return { variables, value: fill, evaluators: fillEntries };
}
