import { isError, TemplateError, type JsonObject, type JsonValue, type TemplateRenderer, type TextTemplate } from '@assay/schema';
import type * as liquidjsTypes from 'liquidjs';
import type { Context, Liquid, Template, Value } from 'liquidjs';
import { boundSearches, searchOperators } from '../liquid/bounded-searches.js';
import { shownValue } from '../texts/shown-value.js';
import { runFor } from '../threads/run-for.js';
import { missingVariable } from './missing-variable.js';
import { LONGEST_TEXT } from './plain-template.js';
import { readMarks } from './read-marks.js';
import type { MappedText } from './source-map.js';
import { addFilters } from './template-filters.js';

/** How long reading a template may take, and filling one in, in milliseconds. */
const TIME_LIMIT = 1_000;

type Liquidjs = typeof liquidjsTypes;

function createEngine(liquidjs: Liquidjs, longest: number): Liquid {
  const engine = new liquidjs.Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // `{% if name %}` is how a template asks whether there is something: an empty text is not.
    jsTruthy: true,
    lenientIf: true,
    templates: {},
    parseLimit: longest * 2,
    memoryLimit: LONGEST_TEXT,
    // `nil` and its like are objects of the engine that stand for nothing.
    outputEscape: (value: unknown) => (value instanceof liquidjs.Drop ? '' : shownValue(value as JsonValue | undefined)),
    operators: searchOperators(liquidjs, false),
  });
  // That of the engine takes a missing variable for nothing wherever a condition does.
  engine.registerTag('assign', {
    parse(token) {
      [, this['key']] = /^\s*([^\s=]+)/u.exec(token.args) ?? [];
      token.tokenizer.readIdentifier();
      token.tokenizer.skipBlank();
      token.tokenizer.advance();
      this['value'] = new liquidjs.Value(token.tokenizer.readFilteredValue(), engine);
    },
    *render(context: Context): Generator<unknown, void> {
      const { key, value } = this as unknown as { readonly key: string; readonly value: Value };
      (context.bottom() as Record<string, unknown>)[key] = yield value.value(context);
    },
    *arguments() {
      yield (this as unknown as { readonly value: Value }).value;
    },
    *localScope() {
      yield (this as unknown as { readonly key: string }).key;
    },
  });
  boundSearches(engine, false);
  addFilters(engine);
  return engine;
}

function late(): TemplateError {
  return new TemplateError(`it takes longer than ${TIME_LIMIT} ms to fill in`, { hint: 'leave out loops in loops, and filters on the whole of a long text' });
}

/** What the engine says, without the place that it says it with. */
function inWords(error: Error): string {
  return error.message.replace(/, line:\d+, col:\d+$/u, '');
}

function problemOf(error: unknown, source: MappedText, variables: JsonObject): Error {
  if (error instanceof TemplateError || !isError(error)) return error as Error;
  const token = 'token' in error ? (error.token as { readonly begin?: number } | undefined) : undefined;
  const offset = source.origin(token?.begin ?? 0);
  const original: unknown = 'originalError' in error ? error.originalError : undefined;
  if (original instanceof TemplateError) return new TemplateError(original.message, { offset, hint: original.hint });
  const name = error.name === 'UndefinedVariableError' ? /undefined variable: (?:vars\.(?=empty\b|blank\b))?(.*?), line:/u.exec(error.message)?.[1] : undefined;
  return name === undefined ? new TemplateError(inWords(error), { offset }) : missingVariable(name, variables, offset);
}

class LiquidTemplate implements TextTemplate {
  readonly uses: ReadonlySet<string>;
  readonly #engine: Liquid;
  readonly #source: MappedText;
  readonly #template: Template[];

  constructor(engine: Liquid, text: string) {
    this.#engine = engine;
    this.#source = readMarks(text);
    const read = this.#guard({}, () => {
      const template = engine.parse(this.#source.text);
      return { template, uses: new Set(engine.globalVariablesSync(template)) };
    });
    this.#template = read.template;
    this.uses = read.uses;
  }

  render(variables: JsonObject): string {
    // Liquid has a size of its own for every object: of what holds the variables it is none of them.
    return this.#guard(variables, () => ({ text: String(this.#engine.renderSync(this.#template, { size: undefined, ...variables, vars: variables })) })).text;
  }

  #guard<T extends object>(variables: JsonObject, task: () => T): T {
    let done: T | undefined;
    try {
      done = runFor(TIME_LIMIT, task);
    } catch (error) {
      throw problemOf(error, this.#source, variables);
    }
    if (!done) throw late();
    return done;
  }
}

/**
 * Reads texts by Liquid, with what people write in Nunjucks.
 * @param longest most characters that a text may have.
 */
export function createLiquidParser(liquidjs: Liquidjs, longest: number): TemplateRenderer['parse'] {
  const engine = createEngine(liquidjs, longest);
  return (text) => new LiquidTemplate(engine, text);
}
