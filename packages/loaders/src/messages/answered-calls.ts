import { type Message, type NormalizeContext, reportWarning, type ValuePath } from '@assay/schema';
import { fieldName } from './field-name.js';

/** Follows which tool calls of a conversation wait for a result, and warns of results that answer none by the id that they name. */
export class AnsweredCalls {
  readonly #context: NormalizeContext;
  #open: (string | undefined)[] = [];

  constructor(context: NormalizeContext) {
    this.#context = context;
  }

  /** To be called for each message that has calls, or is a result, in their order. */
  take({ role, toolCalls, toolCallId }: Message, path: ValuePath): void {
    if (role !== 'tool') {
      // One that has its output with it waits for nothing.
      this.#open = (toolCalls ?? []).filter(({ output }) => output === undefined).map(({ id }) => id);
      return;
    }
    const named = toolCallId === undefined ? 0 : this.#open.indexOf(toolCallId);
    // As it is sent: a call without an id may be the one that is meant.
    const at = named === -1 ? this.#open.indexOf(undefined) : named;
    if (at !== -1) this.#open.splice(at, 1);
    else if (toolCallId !== undefined) this.#warn(toolCallId, path);
  }

  #warn(id: string, path: ValuePath): void {
    const open = this.#open.map((known) => JSON.stringify(known)).join(', ');
    reportWarning(this.#context, [...path, 'tool_call_id'], `${fieldName(path)}.tool_call_id ${JSON.stringify(id)} is the id of no tool call that waits for a result; the result is sent as text of the user`, {
      code: 'unanswered-call',
      hint: open === '' ? 'give a call of the assistant message before it this id, and no output of its own' : `write the id of a call of the message before it: ${open}`,
    });
  }
}
