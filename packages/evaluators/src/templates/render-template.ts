import { nearestMatch, UnscoredError } from '@assay/schema';
import type { Liquid, Template } from 'liquidjs';
import type { TemplateVariables } from './case-variables.js';

/** Longest template, in characters. */
const PARSE_LIMIT = 1_000_000;
/** Longest rendering, in milliseconds. */
const RENDER_LIMIT = 2_000;
/** Characters and list items that one rendering may create. */
const MEMORY_LIMIT = 50_000_000;

let engine: Promise<Liquid> | undefined;

function liquid(): Promise<Liquid> {
  engine ??= import('liquidjs').then(
    ({ Liquid }) =>
      new Liquid({
        strictVariables: true,
        strictFilters: true,
        ownPropertyOnly: true,
        // Includes are looked up here and nowhere else: a prompt reads no files.
        templates: {},
        parseLimit: PARSE_LIMIT,
        renderLimit: RENDER_LIMIT,
        memoryLimit: MEMORY_LIMIT,
      }),
  );
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
  /**
   * Fills the variables in. Values are inserted as they are and never read as template.
   * @throws UnscoredError (config) when a limit is passed, or for a part of a variable that is not there.
   */
  render(variables: TemplateVariables): Promise<string>;
}

/**
 * Reads a prompt with `{{ variables }}` and any other Liquid expression, except those that read
 * files.
 * @param subject What the prompt is called in messages, e.g. `the prompt prompts/safety.md`.
 * @param known Names of the variables that it may use.
 * @throws UnscoredError (config) when it is not a valid template or uses an unknown variable.
 */
export async function parseTemplate(text: string, subject: string, known: readonly string[]): Promise<PromptTemplate> {
  if (!/\{\{|\{%/u.test(text)) return { uses: new Set(), render: async () => text };
  const parser = await liquid();
  let template: Template[];
  let uses: ReadonlySet<string>;
  try {
    template = parser.parse(text);
    uses = new Set(await parser.globalVariables(template));
  } catch (error) {
    throw templateError(error, subject, known);
  }
  const unknown = [...uses].find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownVariable(unknown, subject, known);
  return {
    uses,
    render: async (variables) => {
      try {
        return String(await parser.render(template, variables));
      } catch (error) {
        throw templateError(error, subject, known);
      }
    },
  };
}
