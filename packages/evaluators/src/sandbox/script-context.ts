import { isJsonObject, messageText, type JsonValue, type Message, type PointContext } from '@assay/schema';

/** Scripts that do not name it cannot look at it: it is not worth copying for them. */
const NAMES_CONTEXT = /\b(?:context|arguments|eval)\b/u;

/** The same object for all scripts on a response: what is made of it is remembered by it. */
const made = new WeakMap<readonly Message[], { readonly source: PointContext; readonly value: JsonValue }>();

function scriptMessage({ role, content, toolCalls = [] }: Message): JsonValue {
  return {
    role,
    content: content === null || content === undefined ? null : messageText(content),
    ...(toolCalls.length === 0 ? {} : { toolCalls: toolCalls.map(({ tool, input }) => ({ tool, ...(input === undefined ? {} : { input }) })) }),
  };
}

/** The system prompt that stands in front is no part of the exchange: the first message is the first that was said. */
function exchange(messages: readonly Message[]): readonly Message[] {
  return messages[0]?.role === 'system' ? messages.slice(1) : messages;
}

/**
 * What a script sees as `context`: the frozen data of the case at its own keys, and beside them
 * `messages` (`{role, content}` each, the reply last) and `modelId`. A key that the data has itself
 * keeps its value, and data that is no mapping stays as it is.
 */
export function scriptContext(code: string, source: PointContext): JsonValue | undefined {
  const { context, messages, modelId } = source;
  const own = context ?? {};
  if (!isJsonObject(own) || !messages || !NAMES_CONTEXT.test(code)) return context;
  const known = made.get(messages);
  if (known && known.source.context === context && known.source.modelId === modelId) return known.value;
  const value = {
    messages: exchange(messages).map(scriptMessage),
    ...(modelId === undefined ? {} : { modelId }),
    ...own,
  };
  made.set(messages, { source, value });
  return value;
}
