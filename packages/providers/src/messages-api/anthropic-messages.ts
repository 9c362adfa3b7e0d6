import { isJsonObject, type JsonObject, type JsonValue, type Message } from '@assay/schema';
import { conversationTurns, type PartFormat, type Turn } from '../conversation/conversation-turns.js';
import type { CallContext } from '../http/errors/api-error.js';

interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface MessageTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Block[];
}

/** The API takes objects only as tool input. */
function toolInput(input: JsonValue | undefined): JsonObject {
  if (input === undefined) return {};
  return isJsonObject(input) ? input : { value: input };
}

function resultText(output: JsonValue | undefined): string {
  if (output === undefined) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}

const BLOCKS: PartFormat<Block> = {
  accepts: /^(?:image\/(?:jpeg|png|gif|webp)|application\/pdf)$/u,
  text: (text) => ({ type: 'text', text }),
  attachment: ({ mediaType, base64 }) => ({
    type: mediaType.startsWith('image/') ? 'image' : 'document',
    source: { type: 'base64', media_type: mediaType, data: base64 },
  }),
  call: ({ call, id }) => ({ type: 'tool_use', id, name: call.tool, input: toolInput(call.input) }),
  result: ({ id }, output) => ({ type: 'tool_result', tool_use_id: id, content: resultText(output) }),
};

/** A turn of one text is written as that text: proxies of this format may know no other form. */
function written({ role, parts }: Turn<Block>): MessageTurn {
  const [only] = parts;
  const text = parts.length === 1 && only?.type === 'text' ? only['text'] : undefined;
  return { role, content: typeof text === 'string' ? text : parts };
}

/**
 * A conversation in the messages format: system text apart, tool results inside user turns.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent.
 */
export async function anthropicMessages(
  messages: readonly Message[],
  context: CallContext,
): Promise<{ readonly system: string; readonly turns: readonly MessageTurn[] }> {
  const { system, turns } = await conversationTurns(messages, BLOCKS, context);
  return { system, turns: turns.map(written) };
}
