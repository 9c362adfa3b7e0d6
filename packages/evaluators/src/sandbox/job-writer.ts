import { MOST_CODES } from './job-format.js';
import type { JobMessage, ScriptGlobals } from './protocol.js';

/** A script for the thread. */
export interface WrittenJob {
  /** Above 0. */
  readonly id: number;
  /** Whether it has to run by itself, so that it is known what it does. */
  readonly alone: boolean;
  readonly code: string;
  readonly globals: ScriptGlobals;
  readonly deadlineMs: number;
  readonly memoryBytes: number;
}

/** What stands before the jobs of a group, after their number. */
type Head = readonly [text: string, context: string | undefined, toolCalls: string | undefined, args: string | undefined, deadlineMs: number, memoryBytes: number];

const jsonTexts = new WeakMap<object, string>();

/** The frozen data of a case is the same object for all of its points. */
function toJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return value === undefined ? undefined : JSON.stringify(value);
  if (Array.isArray(value) && value.length === 0) return undefined;
  let json = jsonTexts.get(value);
  if (json === undefined) {
    json = JSON.stringify(value);
    jsonTexts.set(value, json);
  }
  return json;
}

function headOf({ globals, deadlineMs, memoryBytes }: WrittenJob): Head {
  const { text = '', context, toolCalls, args } = globals;
  return [text, toJson(context), toJson(toolCalls), toJson(args), deadlineMs, memoryBytes];
}

/** Writes the messages to one thread: see {@link JobMessage}. */
export class JobWriter {
  readonly #codes = new Map<string, number>();
  #text: string | undefined;
  #message: (number | string | undefined)[] = [];
  /** The last group of the message, and where in it the number of its jobs stands. */
  #group: { readonly at: number; readonly head: Head } | undefined;

  /** Adds a job to the message. */
  add(job: WrittenJob): void {
    const head = headOf(job);
    let group = this.#group;
    if (!group || !head.every((item, index) => item === group?.head[index])) group = this.#open(head);
    this.#message[group.at] = Number(this.#message[group.at]) + 1;
    this.#message.push(job.alone ? -job.id : job.id, this.#written(job.code));
  }

  /** The message with the jobs that were added since the last one. Empty when there were none. */
  take(): JobMessage {
    const message = this.#message;
    this.#message = [];
    this.#group = undefined;
    return message;
  }

  #open(head: Head): { readonly at: number; readonly head: Head } {
    const [text, ...rest] = head;
    const group = { at: this.#message.length, head };
    this.#message.push(0, text === this.#text ? undefined : text, ...rest);
    this.#text = text;
    this.#group = group;
    return group;
  }

  /** The code itself when it is new to the thread, or the number that it has there. */
  #written(code: string): string | number {
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    if (this.#codes.size >= MOST_CODES) this.#codes.clear();
    this.#codes.set(code, this.#codes.size);
    return code;
  }
}
