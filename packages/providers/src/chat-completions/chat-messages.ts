import { messageText, type ContentPart, type JsonValue, type Message, type ToolCall } from '@assay/schema';
import { apiError, type CallContext } from '../http/errors/api-error.js';
import { contentPieces, hasAttachment, type AttachmentPiece, type TextPiece } from '../conversation/content-pieces.js';
import { OpenCalls } from '../conversation/open-calls.js';

/** How servers differ in what they take of messages. */
export interface MessageTraits {
  /** True where messages may say who wrote them. */
  readonly names: boolean;
  /** What every id of a tool call has to look like; undefined where any will do. */
  readonly callIds: RegExp | undefined;
  /** How a PDF file is written. */
  readonly document: 'file' | 'document_url';
}

/** As OpenAI takes them. */
export const USUAL_MESSAGES: MessageTraits = { names: true, callIds: undefined, document: 'file' };

const ACCEPTS = /^(?:image\/.+|application\/pdf)$/u;

type ChatMessage = Readonly<Record<string, unknown>>;

function asText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function chatPart(piece: TextPiece | AttachmentPiece, { document }: MessageTraits): ChatMessage {
  if (piece.type === 'text') return { type: 'text', text: piece.text };
  const url = `data:${piece.mediaType};base64,${piece.base64}`;
  if (piece.mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } };
  if (document === 'document_url') return { type: document, document_url: url };
  return { type: 'file', file: { filename: piece.name, file_data: url } };
}

async function chatParts(content: readonly ContentPart[], role: Message['role'], traits: MessageTraits, context: CallContext): Promise<readonly ChatMessage[]> {
  if (role !== 'user') {
    throw apiError(`a ${role} message has an attachment`, context, {
      kind: 'bad_request',
      hint: 'attach files to user messages only',
    });
  }
  return (await contentPieces(content, ACCEPTS, context)).map((piece) => chatPart(piece, traits));
}

/** Gives every tool call an id, since results refer to calls by it. */
class ToolCallIds {
  readonly #form: RegExp | undefined;
  readonly #taken = new Set<string>();
  readonly #open = new OpenCalls<string>();
  #count = 0;

  constructor(form: RegExp | undefined) {
    this.#form = form;
  }

  take(call: ToolCall): string {
    const id = call.id !== undefined && (this.#form?.test(call.id) ?? true) ? call.id : this.#made();
    this.#taken.add(id);
    if (call.output === undefined) this.#open.add(call.id, id);
    return id;
  }

  #made(): string {
    if (!this.#form) return `call_${++this.#count}`;
    let id = '';
    do id = `call${String(++this.#count).padStart(5, '0')}`;
    while (this.#taken.has(id));
    return id;
  }

  /** The call that a tool message answers. @param written The id of the call as the message has it. */
  answeredBy(written: string | undefined): string | undefined {
    return this.#open.answeredBy(written);
  }

  /** Calls that nobody answered. */
  drain(): readonly string[] {
    return this.#open.drain();
  }
}

/**
 * Messages in the chat completions format. Tool calls that carry their output are followed by a
 * tool message; a tool message answers the call that it names, else the oldest that is open.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent.
 */
export async function chatMessages(
  messages: readonly Message[],
  traits: MessageTraits,
  context: CallContext,
): Promise<readonly ChatMessage[]> {
  const sent: ChatMessage[] = [];
  const ids = new ToolCallIds(traits.callIds);
  const closeOpenCalls = (): void => {
    for (const id of ids.drain()) sent.push({ role: 'tool', tool_call_id: id, content: '' });
  };
  for (const message of messages) {
    const id = message.role === 'tool' ? ids.answeredBy(message.toolCallId) : undefined;
    if (message.role === 'tool') {
      const content = messageText(message.content);
      sent.push(
        id === undefined
          ? { role: 'user', content: `[tool result]\n${content}` }
          : { role: 'tool', tool_call_id: id, content },
      );
      continue;
    }
    closeOpenCalls();
    const content = hasAttachment(message.content) ? await chatParts(message.content, message.role, traits, context) : messageText(message.content);
    const { role, name } = message;
    const toolCalls = message.toolCalls ?? [];
    if (toolCalls.length === 0) {
      sent.push(name === undefined || !traits.names ? { role, content } : { role, content, name });
      continue;
    }
    const calls = toolCalls.map((call) => ({ id: ids.take(call), call }));
    sent.push({
      role,
      content: content === '' ? null : content,
      tool_calls: calls.map(({ id, call }) => ({
        id,
        type: 'function',
        function: { name: call.tool, arguments: JSON.stringify(call.input ?? {}) },
      })),
    });
    for (const { id, call } of calls) {
      if (call.output !== undefined) sent.push({ role: 'tool', tool_call_id: id, content: asText(call.output) });
    }
  }
  closeOpenCalls();
  return sent;
}
