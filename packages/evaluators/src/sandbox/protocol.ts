import type { JsonValue, ToolCall } from '@assay/schema';

/** A yes or no, a finite number, or anything else in words. */
export type ScoreDescription =
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'other'; readonly shown: string; readonly truthy: boolean };

/** What a script gave, as far as it can leave the sandbox. */
export type ScriptValue =
  | ScoreDescription
  | { readonly type: 'scored'; readonly score: ScoreDescription; readonly explain?: string }
  | { readonly type: 'promise' }
  | { readonly type: 'thrown'; readonly name: string; readonly message: string };

/** How a job ended. */
export type ScriptAnswer =
  ScriptValue | { readonly type: 'timeout' } | { readonly type: 'crash'; readonly message: string };

/** Names of what a script may look at. */
export interface ScriptGlobals {
  /** The response: `r` and `response`. */
  readonly text?: string | undefined;
  readonly context?: JsonValue | undefined;
  readonly toolCalls?: readonly ToolCall[] | undefined;
  readonly args?: JsonValue | undefined;
}

/** What the thread is started with. */
export interface ThreadData {
  readonly role: 'assay-sandbox';
  /** One number: the id of the job that is running; that of the first one, negative, while several run in one go; or 0. */
  readonly running: Int32Array;
}

/**
 * Jobs for the thread, one after the other: copying one flat list to a thread takes a fraction of
 * the time of as many objects. They stand in groups that look at the same things. A group is: the number of its jobs; the text
 * of the response, undefined when it is that of the group before; JSON texts of the context, the tool calls and the
 * arguments, undefined when there is none; the deadline in milliseconds; the memory in bytes; and then for each job its id,
 * negative if it must run alone, and its code. A code that was sent before is a number: the how manieth it was.
 */
export type JobMessage = readonly (number | string | undefined)[];

/** A line for each job that has ended, in the order in which they did: its id, a space, and its answer as JSON. */
export type AnswerMessage = string;
