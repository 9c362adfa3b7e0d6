import { fence, isError, nearestMatch, UnscoredError } from '@assay/schema';
import { runFor } from '../threads/run-for.js';
import { runInThread } from '../threads/run-in-thread.js';
import type { TemplateVariables } from './case-variables.js';
import { LATER } from '../liquid/bounded-searches.js';
import { createLiquid } from '../liquid/liquid-engine.js';

/** How long reading a template may take, and one rendering, in milliseconds. */
const TIME_LIMIT = 1_000;
/** Nearly all renderings are done by then; the others go on in a thread, while this one is free. */
const TRY_MS = 20;

/** What the fences of the thread look like. */
const FENCE_EXAMPLE = fence('\0N\0', '\0C\0', '\0T\0');

let engine: Promise<ReturnType<typeof createLiquid>> | undefined;

function liquid(): Promise<ReturnType<typeof createLiquid>> {
  engine ??= import('liquidjs').then((liquidjs) => createLiquid(liquidjs, { fence, atOnce: true }));
  return engine;
}

function unknownVariable(name: string, subject: string, known: readonly string[]): UnscoredError {
  const near = nearestMatch(name, known);
  return new UnscoredError(`${subject} uses an unknown variable "${name}"; known are: ${known.join(', ')}`, {
    reason: 'config',
    hint: near === undefined ? 'use one of the known variables' : `did you mean {{ ${near} }}?`,
  });
}

function cannotBeRendered(subject: string, message: string): UnscoredError {
  return new UnscoredError(`${subject} cannot be rendered: ${message}`, { reason: 'config' });
}

/** @param message of Liquid's error: what a thread hands over of it */
function templateError(message: string, subject: string, known: readonly string[]): UnscoredError {
  const name = /^undefined variable: ([^\s,]+)/u.exec(message)?.[1];
  return name === undefined ? cannotBeRendered(subject, message) : unknownVariable(name, subject, known);
}

function late(subject: string): UnscoredError {
  return new UnscoredError(`${subject} cannot be rendered within ${TIME_LIMIT} ms`, {
    reason: 'config',
    hint: 'leave out loops in loops, and filters on the whole of a long text',
  });
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
   * @throws UnscoredError (config) when a limit is passed, or for a part of a variable that is not there; the
   * signal's reason when that aborts.
   */
  render(variables: TemplateVariables, code: string, signal?: AbortSignal): Promise<string>;
}

/**
 * Reads a prompt with `{{ variables }}` and any other Liquid expression, except those that read
 * files.
 * @param subject What the prompt is called in messages, e.g. `the prompt prompts/safety.md`.
 * @param known Names of the variables that it may use.
 * @param untold Further names that it may use, of which messages do not tell.
 * @throws UnscoredError (config) when it is not a valid template or uses an unknown variable.
 */
export async function parseTemplate(text: string, subject: string, known: readonly string[], untold: readonly string[] = []): Promise<PromptTemplate> {
  if (!/\{\{|\{%/u.test(text)) return { uses: new Set(), text, render: async () => text };
  const { parser, render } = await liquid();
  const within = <T extends NonNullable<unknown>>(ms: number, task: () => T): T | undefined => {
    try {
      return runFor(ms, task);
    } catch (error) {
      if (error === LATER || (isError(error) && 'originalError' in error && error.originalError === LATER)) return undefined;
      throw isError(error) ? templateError(error.message, subject, known) : error;
    }
  };
  const read = within(TIME_LIMIT, () => {
    const template = parser.parse(text);
    return { template, uses: new Set(parser.globalVariablesSync(template)) };
  });
  if (!read) throw late(subject);
  const { template, uses } = read;
  const unknown = [...uses].find((name) => !known.includes(name) && !untold.includes(name));
  if (unknown !== undefined) throw unknownVariable(unknown, subject, known);
  return {
    uses,
    text,
    render: async (variables, code, signal) =>
      within(TRY_MS, () => render(template, variables, code)) ??
      (await runInThread('template', { text, variables, code, fence: FENCE_EXAMPLE }, {
        deadlineMs: TIME_LIMIT,
        signal,
        failure: (why) => (why === 'late' ? late(subject) : templateError(why.message, subject, known)),
      })),
  };
}
