import {
  findEvaluator,
  isJsonObject,
  reportError,
  TemplateError,
  type JsonObject,
  type NormalizeContext,
  type TemplateRenderer,
  type TextTemplate,
  type ValuePath,
} from '@assay/schema';
import { hasMarks } from './marks.js';

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
  function refusePrograms(context: NormalizeContext, entry: JsonObject, type: string, path: ValuePath): boolean {
    const definition = findEvaluator(context, type);
    if (!definition || definition.programs === 'never') return false;
    const places = definition.programs?.(entry) ?? [[]];
    const marked = places.find((place) => hasMarks(place.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined), entry)));
    if (!marked) return false;
    reportError(context, [...path, ...marked], `evaluator "${type}": variables cannot stand in a command`, {
      code: 'template',
      hint: 'hand them over in another option, which the program reads',
    });
    return true;
  }

  function fillEntry(context: NormalizeContext, entry: unknown, path: ValuePath): unknown {
    if (!isJsonObject(entry)) return fill(context, entry, path);
    const { type } = entry;
    if (typeof type !== 'string' || !hasMarks(entry)) return fill(context, entry, path, PROMPT_KEYS);
    if (refusePrograms(context, entry, type, path)) return entry;
    const { evaluators: members, ...own } = entry;
    const left = [...PROMPT_KEYS, ...(findEvaluator(context, type.replaceAll('-', '_'))?.verbatim ?? [])];
    const filled = fill(context, own, path, left) as JsonObject;
    return members === undefined ? filled : { ...filled, evaluators: fillEntries(context, members, [...path, 'evaluators']) };
  }

  function fillEntries(context: NormalizeContext, value: unknown, path: ValuePath): unknown {
    return Array.isArray(value) ? value.map((entry, index) => fillEntry(context, entry, [...path, index])) : fillEntry(context, value, path);
  }

  return { variables, value: fill, evaluators: fillEntries };
}
