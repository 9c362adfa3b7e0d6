import { isJsonObject, messageText, type JsonObject, type JsonValue, type Message } from '@assay/schema';
import { apiError, type CallContext } from '../http/api-error.js';
import { contentPieces, hasAttachment, type AttachmentPiece, type TextPiece } from '../http/content-pieces.js';

const ACCEPTS = /^(?:image\/(?:jpeg|png|webp|heic|heif)|application\/pdf|audio\/[\w.+-]+|video\/[\w.+-]+)$/u;

/** From Gemini 3 on, a call in the history must carry the signature that its model gave it, or this. */
const SIGNED_SINCE = /gemini-(?:[3-9]|\d\d)/u;
const NO_SIGNATURE = 'skip_thought_signature_validator';

type Part = Readonly<Record<string, unknown>>;

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

interface OpenCall {
  readonly name: string;
  readonly id: string | undefined;
}

function part(piece: TextPiece | AttachmentPiece): Part {
  if (piece.type === 'text') return { text: piece.text };
  return { inlineData: { mimeType: piece.mediaType, data: piece.base64 } };
}

async function userParts(message: Message, context: CallContext): Promise<readonly Part[]> {
  if (!hasAttachment(message.content)) return [{ text: messageText(message.content) }];
  return (await contentPieces(message.content, ACCEPTS, context)).map(part);
}

/** The API takes objects only, both as arguments and as results. */
function asObject(value: JsonValue | undefined, name: string): JsonObject {
  if (value === undefined) return {};
  return isJsonObject(value) ? value : { [name]: value };
}

function identified(id: string | undefined): Part {
  return id === undefined ? {} : { id };
}

function responsePart({ name, id }: OpenCall, output: JsonValue | undefined): Part {
  return { functionResponse: { ...identified(id), name, response: asObject(output, 'result') } };
}

/** Turns of a conversation with its function calls: every call is answered in the next user turn. */
class Conversation {
  readonly contents: Content[] = [];
  readonly #signature: Part;
  #open: OpenCall[] = [];
  #responses: Part[] = [];

  constructor(model: string) {
    this.#signature = SIGNED_SINCE.test(model) ? { thoughtSignature: NO_SIGNATURE } : {};
  }

  model(message: Message): void {
    this.flush();
    const text = messageText(message.content);
    const parts: Part[] = [];
    const calls = message.toolCalls ?? [];
    if (text !== '' || calls.length === 0) parts.push({ text });
    for (const [index, call] of calls.entries()) {
      const { tool: name, id, input, output } = call;
      // Of calls in one turn only the first carries a signature.
      const signature = index === 0 ? this.#signature : {};
      parts.push({ functionCall: { ...identified(id), name, args: asObject(input, 'value') }, ...signature });
      if (output === undefined) this.#open.push({ name, id });
      else this.#responses.push(responsePart({ name, id }, output));
    }
    this.contents.push({ role: 'model', parts });
  }

  toolResult(text: string): void {
    const call = this.#open.shift();
    if (call === undefined) this.user([{ text: `[tool result]\n${text}` }]);
    else this.#responses.push(responsePart(call, text));
  }

  user(parts: readonly Part[]): void {
    this.contents.push({ role: 'user', parts: [...this.#take(), ...parts] });
  }

  flush(): void {
    const responses = this.#take();
    if (responses.length > 0) this.contents.push({ role: 'user', parts: responses });
  }

  #take(): readonly Part[] {
    const unanswered = this.#open.splice(0).map((call) => responsePart(call, undefined));
    return [...this.#responses.splice(0), ...unanswered];
  }
}

/**
 * A conversation in Gemini's format: system text apart, function results inside user turns.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent.
 */
export async function geminiContents(
  messages: readonly Message[],
  context: CallContext,
): Promise<{ readonly system: string; readonly contents: readonly Content[] }> {
  const system: string[] = [];
  const conversation = new Conversation(context.model);
  for (const message of messages) {
    if (message.role !== 'user' && hasAttachment(message.content)) {
      throw apiError(`a ${message.role} message has an attachment`, context, {
        kind: 'bad_request',
        hint: 'attach files to user messages only',
      });
    }
    if (message.role === 'system') system.push(messageText(message.content));
    else if (message.role === 'assistant') conversation.model(message);
    else if (message.role === 'tool') conversation.toolResult(messageText(message.content));
    else conversation.user(await userParts(message, context));
  }
  conversation.flush();
  return { system: system.join('\n\n'), contents: conversation.contents };
}
