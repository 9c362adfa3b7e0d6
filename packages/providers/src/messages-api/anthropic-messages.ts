import { isJsonObject, messageText, type JsonObject, type JsonValue, type Message } from '@assay/schema';
import { apiError, type CallContext } from '../http/api-error.js';
import { contentPieces, hasAttachment, type AttachmentPiece, type TextPiece } from '../http/content-pieces.js';

const ACCEPTS = /^(?:image\/(?:jpeg|png|gif|webp)|application\/pdf)$/u;

type Block = Readonly<Record<string, unknown>>;

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Block[];
}

function block(piece: TextPiece | AttachmentPiece): Block {
  if (piece.type === 'text') return { type: 'text', text: piece.text };
  const source = { type: 'base64', media_type: piece.mediaType, data: piece.base64 };
  return { type: piece.mediaType.startsWith('image/') ? 'image' : 'document', source };
}

async function userContent(message: Message, context: CallContext): Promise<string | readonly Block[]> {
  if (!hasAttachment(message.content)) return messageText(message.content);
  return (await contentPieces(message.content, ACCEPTS, context)).map(block);
}

/** The API takes objects only as tool input. */
function toolInput(input: JsonValue | undefined): JsonObject {
  if (input === undefined) return {};
  return isJsonObject(input) ? input : { value: input };
}

function resultBlock(id: string, output: JsonValue | undefined): Block {
  const content = output === undefined ? '' : typeof output === 'string' ? output : JSON.stringify(output);
  return { type: 'tool_result', tool_use_id: id, content };
}

/** Turns of a conversation with its tool calls: every call is answered right after it. */
class Conversation {
  readonly turns: Turn[] = [];
  #count = 0;
  #open: string[] = [];
  #results: Block[] = [];

  assistant(message: Message): void {
    this.flush();
    const text = messageText(message.content);
    const calls = message.toolCalls ?? [];
    if (calls.length === 0) {
      this.turns.push({ role: 'assistant', content: text });
      return;
    }
    const uses: Block[] = [];
    for (const call of calls) {
      const id = call.id ?? `call_${++this.#count}`;
      uses.push({ type: 'tool_use', id, name: call.tool, input: toolInput(call.input) });
      if (call.output === undefined) this.#open.push(id);
      else this.#results.push(resultBlock(id, call.output));
    }
    this.turns.push({ role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text', text }]), ...uses] });
  }

  toolResult(text: string): void {
    const id = this.#open.shift();
    if (id === undefined) this.user(`[tool result]\n${text}`);
    else this.#results.push(resultBlock(id, text));
  }

  user(content: string | readonly Block[]): void {
    const results = this.#take();
    if (results.length === 0) {
      this.turns.push({ role: 'user', content });
      return;
    }
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    this.turns.push({ role: 'user', content: [...results, ...blocks] });
  }

  flush(): void {
    const results = this.#take();
    if (results.length > 0) this.turns.push({ role: 'user', content: results });
  }

  #take(): readonly Block[] {
    const unanswered = this.#open.splice(0).map((id) => resultBlock(id, undefined));
    return [...this.#results.splice(0), ...unanswered];
  }
}

/**
 * A conversation in the messages format: system text apart, tool results inside user turns.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent.
 */
export async function anthropicMessages(
  messages: readonly Message[],
  context: CallContext,
): Promise<{ readonly system: string; readonly turns: readonly Turn[] }> {
  const system: string[] = [];
  const conversation = new Conversation();
  for (const message of messages) {
    if (message.role !== 'user' && hasAttachment(message.content)) {
      throw apiError(`a ${message.role} message has an attachment`, context, {
        kind: 'bad_request',
        hint: 'attach files to user messages only',
      });
    }
    if (message.role === 'system') system.push(messageText(message.content));
    else if (message.role === 'assistant') conversation.assistant(message);
    else if (message.role === 'tool') conversation.toolResult(messageText(message.content));
    else conversation.user(await userContent(message, context));
  }
  conversation.flush();
  return { system: system.join('\n\n'), turns: conversation.turns };
}
