import { messageText, type JsonValue, type Message, type ToolCall } from '@assay/schema';
import { apiError, type CallContext } from '../http/errors/api-error.js';
import { contentPieces, hasAttachment, type AttachmentPiece } from './content-pieces.js';
import { OpenCalls } from './open-calls.js';

/** A tool call at its place in a conversation. */
interface PlacedCall {
  readonly call: ToolCall;
  /** Its own id, or one that is made up: unique within the conversation. */
  readonly id: string;
  /** True for the first call of its turn. */
  readonly first: boolean;
}

/** How an API writes the parts of a turn. */
export interface PartFormat<TPart> {
  /** Media types of the attachments that it takes. */
  readonly accepts: RegExp;
  text(text: string): TPart;
  attachment(piece: AttachmentPiece): TPart;
  call(placed: PlacedCall): TPart;
  /** The answer to a call; without `output` nobody gave one. */
  result(placed: PlacedCall, output: JsonValue | undefined): TPart;
}

export interface Turn<TPart> {
  readonly role: 'user' | 'assistant';
  /** At least one. */
  readonly parts: readonly TPart[];
}

export interface Conversation<TPart> {
  /** All system text, wherever it stood; empty when there is none. */
  readonly system: string;
  readonly turns: readonly Turn<TPart>[];
}

/** Keeps the calls that wait for an answer, and the answers that wait for the next user turn. */
class TurnList<TPart> {
  readonly turns: Turn<TPart>[] = [];
  readonly #format: PartFormat<TPart>;
  #madeIds = 0;
  readonly #open = new OpenCalls<PlacedCall>();
  #results: TPart[] = [];

  constructor(format: PartFormat<TPart>) {
    this.#format = format;
  }

  assistant(message: Message): void {
    this.flush();
    const text = messageText(message.content);
    const calls = message.toolCalls ?? [];
    const parts = text !== '' || calls.length === 0 ? [this.#format.text(text)] : [];
    for (const [index, call] of calls.entries()) {
      const placed = { call, id: call.id ?? `call_${++this.#madeIds}`, first: index === 0 };
      parts.push(this.#format.call(placed));
      if (call.output === undefined) this.#open.add(call.id, placed);
      else this.#results.push(this.#format.result(placed, call.output));
    }
    this.turns.push({ role: 'assistant', parts });
  }

  /** Answers the call that the message names, else the oldest that is open; a result that nobody asked for is said by the user. */
  toolResult({ content, toolCallId }: Message): void {
    const text = messageText(content);
    const placed = this.#open.answeredBy(toolCallId);
    if (placed === undefined) this.user([this.#format.text(`[tool result]\n${text}`)]);
    else this.#results.push(this.#format.result(placed, text));
  }

  user(parts: readonly TPart[]): void {
    this.turns.push({ role: 'user', parts: [...this.#takeResults(), ...parts] });
  }

  flush(): void {
    const results = this.#takeResults();
    if (results.length > 0) this.turns.push({ role: 'user', parts: results });
  }

  #takeResults(): readonly TPart[] {
    const unanswered = this.#open.drain().map((placed) => this.#format.result(placed, undefined));
    return [...this.#results.splice(0), ...unanswered];
  }
}

async function userParts<TPart>(message: Message, format: PartFormat<TPart>, context: CallContext): Promise<TPart[]> {
  if (!hasAttachment(message.content)) return [format.text(messageText(message.content))];
  const pieces = await contentPieces(message.content, format.accepts, context);
  return pieces.map((piece) => (piece.type === 'text' ? format.text(piece.text) : format.attachment(piece)));
}

/**
 * A conversation for APIs that want system text apart and every tool call answered in the user turn
 * right after it. Calls that nobody answered get an empty result there.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent.
 */
export async function conversationTurns<TPart>(
  messages: readonly Message[],
  format: PartFormat<TPart>,
  context: CallContext,
): Promise<Conversation<TPart>> {
  const system: string[] = [];
  const list = new TurnList(format);
  for (const message of messages) {
    if (message.role !== 'user' && hasAttachment(message.content)) {
      throw apiError(`a ${message.role} message has an attachment`, context, {
        kind: 'bad_request',
        hint: 'attach files to user messages only',
      });
    }
    if (message.role === 'system') system.push(messageText(message.content));
    else if (message.role === 'assistant') list.assistant(message);
    else if (message.role === 'tool') list.toolResult(message);
    else list.user(await userParts(message, format, context));
  }
  list.flush();
  return { system: system.join('\n\n'), turns: list.turns };
}
