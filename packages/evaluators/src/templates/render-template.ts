import { fence, nearestMatch, UnscoredError } from '@assay/schema';
import type { Context, Drop, Liquid, Template } from 'liquidjs';
import { runFor } from '../patterns/run-for.js';
import type { TemplateVariables } from './case-variables.js';
import { checkSearch } from './check-search.js';

/** Longest template, in characters. */
const PARSE_LIMIT = 1_000_000;
/** How long reading a template may take, and one rendering, in milliseconds. */
const TIME_LIMIT = 1_000;
/** Characters and list items that one rendering may create. */
const MEMORY_LIMIT = 50_000_000;

/** Filters that look for one text in another. */
const SEARCHING = ['replace', 'replace_first', 'replace_last', 'remove', 'remove_first', 'remove_last', 'split'] as const;

/** Under this name a rendering knows the code of its fences. No template can: it is no variable. */
const FENCE_CODE = 'fence code';

interface Engine {
  readonly parser: Liquid;
  /** A text that still knows its name when it is put out. */
  readonly named: (name: string, text: string) => Drop;
}

let engine: Promise<Engine> | undefined;

/** What `{{ … }}` puts out: texts in a fence, so that what they hold cannot pass for the prompt's own words. */
function putOut(value: unknown, code: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const { variable } = value as { readonly variable?: string };
  const text = Array.isArray(value) ? value.map(String).join('') : String(value);
  return fence(variable?.toLowerCase().replaceAll('_', '-') ?? 'value', code, text);
}

async function startEngine(): Promise<Engine> {
  const { defaultOperators, Drop: Base, Liquid: Parser } = await import('liquidjs');
  const containsText = defaultOperators['contains'] as (text: unknown, part: unknown, context: Context) => boolean;
  class NamedText extends Base {
    readonly variable: string;
    readonly #text: string;
    constructor(name: string, text: string) {
      super();
      this.variable = name;
      this.#text = text;
    }
    get size(): number {
      return this.#text.length;
    }
    get length(): number {
      return this.#text.length;
    }
    override valueOf(): string {
      return this.#text;
    }
    override toString(): string {
      return this.#text;
    }
    toJSON(): string {
      return this.#text;
    }
  }
  // Liquid calls this as it calls filters: `this` tells the rendering that it is for.
  function escape(this: { readonly context: { readonly globals: object } }, value: unknown): string {
    const { [FENCE_CODE]: code = '' } = this.context.globals as Readonly<Record<string, string>>;
    return putOut(value, code);
  }
  const parser = new Parser({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // Includes are looked up here and nowhere else: a prompt reads no files.
    templates: {},
    outputEscape: escape,
    parseLimit: PARSE_LIMIT,
    memoryLimit: MEMORY_LIMIT,
    operators: {
      ...defaultOperators,
      contains(text: unknown, part: unknown, context: Context) {
        checkSearch(text, part);
        return containsText(text, part, context);
      },
    },
  });
  for (const name of SEARCHING) {
    const filter = parser.filters[name];
    if (typeof filter !== 'function') continue;
    parser.registerFilter(name, function checked(text: unknown, part: unknown, ...more: unknown[]) {
      checkSearch(text, part);
      return filter.call(this, text, part, ...more) as unknown;
    });
  }
  // Liquid's own filter of this name would take the fence away.
  parser.registerFilter('raw', (value: unknown) => value);
  return { parser, named: (name, text) => new NamedText(name, text) };
}

function liquid(): Promise<Engine> {
  engine ??= startEngine();
  return engine;
}

function unknownVariable(name: string, subject: string, known: readonly string[]): UnscoredError {
  const near = nearestMatch(name, known);
  return new UnscoredError(`${subject} uses an unknown variable "${name}"; known are: ${known.join(', ')}`, {
    reason: 'config',
    hint: near === undefined ? 'use one of the known variables' : `did you mean {{ ${near} }}?`,
  });
}

function variableName(error: Error): string | undefined {
  if (error.name !== 'UndefinedVariableError') return undefined;
  return /undefined variable: ([^\s,]+)/u.exec(error.message)?.[1];
}

function templateError(error: unknown, subject: string, known: readonly string[]): UnscoredError {
  if (!(error instanceof Error)) throw error;
  const name = variableName(error);
  if (name !== undefined) return unknownVariable(name, subject, known);
  return new UnscoredError(`${subject} cannot be rendered: ${error.message}`, { reason: 'config', cause: error });
}

/** A prompt that has been read, ready to be filled in. */
export interface PromptTemplate {
  /** Names of the variables that it uses. */
  readonly uses: ReadonlySet<string>;
  /** The prompt as it was written. */
  readonly text: string;
  /**
   * Fills the variables in, each between tags that carry the code. Values are inserted as they are
   * and never read as template.
   * @param code stands in no value, so that none can close its own fence.
   * @throws UnscoredError (config) when a limit is passed, or for a part of a variable that is not there.
   */
  render(variables: TemplateVariables, code: string): Promise<string>;
}

/**
 * Reads a prompt with `{{ variables }}` and any other Liquid expression, except those that read
 * files.
 * @param subject What the prompt is called in messages, e.g. `the prompt prompts/safety.md`.
 * @param known Names of the variables that it may use.
 * @throws UnscoredError (config) when it is not a valid template or uses an unknown variable.
 */
export async function parseTemplate(text: string, subject: string, known: readonly string[]): Promise<PromptTemplate> {
  if (!/\{\{|\{%/u.test(text)) return { uses: new Set(), text, render: async () => text };
  const { parser, named } = await liquid();
  // Liquid looks at the time between its tags alone: a single filter on a long text may take for ever.
  const within = <T extends NonNullable<unknown>>(task: () => T): T => {
    let result: T | undefined;
    try {
      result = runFor(TIME_LIMIT, task);
    } catch (error) {
      throw templateError(error, subject, known);
    }
    if (result !== undefined) return result;
    throw new UnscoredError(`${subject} cannot be rendered within ${TIME_LIMIT} ms`, {
      reason: 'config',
      hint: 'leave out loops in loops, and filters on the whole of a long text',
    });
  };
  const { template, uses } = within(() => {
    const parsed: Template[] = parser.parse(text);
    return { template: parsed, uses: new Set(parser.globalVariablesSync(parsed)) };
  });
  const unknown = [...uses].find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownVariable(unknown, subject, known);
  return {
    uses,
    text,
    render: async (variables, code) => {
      const scope = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, named(name, value)]));
      return within(() => String(parser.renderSync(template, scope, { globals: { [FENCE_CODE]: code } })));
    },
  };
}
