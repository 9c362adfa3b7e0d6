import {
  findEvaluator,
  isJsonObject,
  reportError,
  TemplateError,
  type EvaluatorDefinition,
  type JsonObject,
  type NormalizeContext,
  type TemplateRenderer,
  type TextTemplate,
  type ValuePath,
} from '@assay/schema';
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

/** Options that say a command, by all the names that they have. */
const PROGRAM_KEYS: readonly string[] = ['script', 'command', 'path'];
/** Options that are entries of their own. */
const MEMBER_KEYS: ReadonlySet<string> = new Set(['evaluators', 'assert', 'assertions']);
/** Names of evaluators in other tools that start programs. */
const OTHER_NAMES: Readonly<Record<string, string>> = { code_grader: 'code_judge', llm_grader: 'llm_judge' };

interface EntryType {
  readonly definition: EvaluatorDefinition;
  readonly type: string;
  /** The key that says both the type and the value: `contains: Paris`. */
  readonly short?: string | undefined;
}

function evaluatorNamed(context: NormalizeContext, written: string): EvaluatorDefinition | undefined {
  const name = written.trim().replaceAll('-', '_').replace(/^not_/u, '');
  return findEvaluator(context, written.trim()) ?? findEvaluator(context, OTHER_NAMES[name] ?? name);
}

/** The evaluator of an entry, or of the only key that is the name of one. */
function entryType(context: NormalizeContext, entry: JsonObject): EntryType | undefined {
  const { type } = entry;
  if (typeof type === 'string') {
    const definition = evaluatorNamed(context, type);
    return definition && { definition, type };
  }
  for (const short of Object.keys(entry)) {
    const definition = MEMBER_KEYS.has(short) ? undefined : evaluatorNamed(context, short);
    if (definition) return { definition, type: short, short };
  }
  return undefined;
}

function valueAt(entry: JsonObject, place: ValuePath): unknown {
  return place.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined), entry);
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
  function refusePrograms(context: NormalizeContext, entry: JsonObject, { definition, type }: EntryType, path: ValuePath): boolean {
    const { programs } = definition;
    if (programs === 'never') return false;
    const named = (programs?.(entry) ?? [[]]).map((place) => ({ place, value: valueAt(entry, place) }));
    const written = [...PROGRAM_KEYS, ...(definition.name === 'script' ? ['value'] : [])].map((key) => ({ place: [key], value: entry[key] }));
    const marked = [...named, ...written].find(({ value }) => hasMarks(value));
    if (!marked) return false;
    reportError(context, [...path, ...marked.place], `evaluator "${type}": variables cannot stand in a command`, {
      code: 'template',
      hint: 'hand them over in another option, which the program reads',
    });
    return true;
  }

  /** `contains: {{ city }}` as one text: a type, and what it compares with. */
  function fillSentence(context: NormalizeContext, text: string, path: ValuePath): unknown {
    const short = /^\s*(?<type>[\w-]+)\s*(?:\([^)]*\))?\s*:/u.exec(text)?.groups?.['type'];
    const found = short === undefined || !hasMarks(text) ? undefined : entryType(context, { type: short });
    if (found && refusePrograms(context, { script: text }, found, path.slice(0, -1))) return text;
    return found?.definition.verbatim?.includes('value') ? text : fill(context, text, path);
  }

  function fillEntry(context: NormalizeContext, entry: unknown, path: ValuePath): unknown {
    if (typeof entry === 'string') return fillSentence(context, entry, path);
    if (!isJsonObject(entry) || !hasMarks(entry)) return fill(context, entry, path, PROMPT_KEYS);
    const found = entryType(context, entry);
    if (found && refusePrograms(context, found.short === undefined ? entry : { ...entry, script: entry[found.short] ?? null }, found, path)) return entry;
    const own = found?.definition.verbatim ?? [];
    // What is asked of the judges stands under `value` too.
    const verbatim = found?.definition.name === 'llm_judge' ? [...own, 'value'] : own;
    const left = new Set([...PROMPT_KEYS, ...verbatim, ...(found?.short !== undefined && verbatim.includes('value') ? [found.short] : [])]);
    const filled = Object.entries(entry).map(([key, value]): [string, unknown] => {
      const at = [...path, key];
      if (left.has(key)) return [key, value];
      // A mapping without a type holds lists of entries, or mappings with such.
      const holdsEntries = MEMBER_KEYS.has(key) || (!found && typeof entry['type'] !== 'string' && typeof value === 'object');
      return [key, holdsEntries ? fillEntries(context, value, at) : fill(context, value, at, PROMPT_KEYS)];
    });
    return Object.fromEntries(filled);
  }

  function fillEntries(context: NormalizeContext, value: unknown, path: ValuePath): unknown {
    return Array.isArray(value) ? value.map((entry, index) => fillEntry(context, entry, [...path, index])) : fillEntry(context, value, path);
  }

  return { variables, value: fill, evaluators: fillEntries };
}
