import { isPartList, TemplateError, type CasePrompt, type JsonObject, type Message, type SourceLocation, type TextTemplate } from '@assay/schema';
import type { TemplateTexts } from './fill-in.js';

/** A prompt of a suite, read. */
export interface PromptTemplate {
  readonly name: string;
  /** Where it begins. */
  readonly location: SourceLocation;
  /**
   * What a target is asked.
   * @throws PromptError
   */
  fillIn(variables: JsonObject): CasePrompt;
}

/** What is wrong with a prompt for a case, and where in the prompt. */
export class PromptError extends Error {
  readonly problem: TemplateError;
  readonly location: SourceLocation;

  constructor(name: string, problem: TemplateError, location: SourceLocation) {
    super(`prompt "${name}": ${problem.message}`);
    this.problem = problem;
    this.location = location;
  }
}

/** Where a prompt stands: its beginning, and where its text is written as it is, places in it. */
export interface PromptPlace {
  readonly location: SourceLocation;
  /** The text of a file that is the prompt and nothing else. */
  readonly text?: string | undefined;
}

function placeOf({ location, text }: PromptPlace, offset: number): SourceLocation {
  if (text === undefined) return location;
  const before = text.slice(0, offset).split('\n');
  return { file: location.file, line: location.line + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
}

function guarded<T>(name: string, place: PromptPlace, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw error instanceof TemplateError ? new PromptError(name, error, placeOf(place, error.offset)) : error;
  }
}

type Fill = (variables: JsonObject) => Message;

function filler(texts: TemplateTexts, message: Message): Fill {
  const { content } = message;
  if (typeof content === 'string') {
    const template: TextTemplate = texts.read(content);
    return (variables) => ({ ...message, content: template.render(variables) });
  }
  if (!isPartList(content)) return () => message;
  const parts = content.map((part) => {
    if (part.type !== 'text') return () => part;
    const template = texts.read(part.value);
    return (variables: JsonObject) => ({ ...part, value: template.render(variables) });
  });
  return (variables) => ({ ...message, content: parts.map((fill) => fill(variables)) });
}

/**
 * Reads a prompt.
 * @throws PromptError
 */
export function promptTemplate(texts: TemplateTexts, name: string, messages: readonly Message[], place: PromptPlace): PromptTemplate {
  const fillers = guarded(name, place, () => messages.map((message) => filler(texts, message)));
  return {
    name,
    location: place.location,
    fillIn: (variables) => ({ name, inputMessages: guarded(name, place, () => fillers.map((fill) => fill(variables))) }),
  };
}
