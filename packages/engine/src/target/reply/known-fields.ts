import { knownAmount, type Message, type ToolCall } from '@assay/schema';

/** What is known of an item, by the names of its fields. */
type Names<T> = Readonly<Record<keyof T, true>>;

const OF_CALLS: Names<ToolCall> = { tool: true, input: true, output: true, durationMs: true, id: true };
const OF_MESSAGES: Names<Message> = { role: true, content: true, toolCalls: true, name: true, toolCallId: true, generated: true };

/** Whether an item is plain, and has these fields alone. */
function hasOnly<T extends object>(item: T, names: Names<T>): boolean {
  if (Object.getPrototypeOf(item) !== Object.prototype) return false;
  for (const name in item) if (!Object.hasOwn(names, name)) return false;
  return true;
}

function only<T extends object>(item: T, names: Names<T>): T {
  if (hasOnly(item, names)) return item;
  const known: Partial<T> = {};
  for (const name of Object.keys(names) as (keyof T)[]) if (item[name] !== undefined) known[name] = item[name];
  return known as T;
}

/** A null is left to whoever leaves out nulls. */
function hasKnownDuration({ durationMs }: ToolCall): boolean {
  return durationMs === undefined || durationMs === null || knownAmount(durationMs) !== undefined;
}

/** A call with what is known of it. A duration that cannot be is longer than no limit: it would pass as one that was checked. */
function knownCall(call: ToolCall): ToolCall {
  const { durationMs, ...rest } = only(call, OF_CALLS);
  return durationMs === undefined || !hasKnownDuration(call) ? rest : { ...rest, durationMs };
}

const isKnownCall = (call: ToolCall): boolean => hasOnly(call, OF_CALLS) && hasKnownDuration(call);
const isKnownMessage = (message: Message): boolean => hasOnly(message, OF_MESSAGES) && (message.toolCalls?.every(isKnownCall) ?? true);

/** Whether messages and tool calls of a reply have the fields that are known of them, and no others. */
export function hasKnownFields(messages: readonly Message[], toolCalls: readonly ToolCall[]): boolean {
  return messages.every(isKnownMessage) && toolCalls.every(isKnownCall);
}

/**
 * Tool calls with what is known of calls. Adapters may hand on what an API gave, with what its SDK hangs on it (the answer it came with,
 * which refers to itself): no row holds that, so that a score which went by it could not be had a second time.
 */
export function knownCalls(calls: readonly ToolCall[]): readonly ToolCall[] {
  return calls.every(isKnownCall) ? calls : calls.map(knownCall);
}

/** Messages with what is known of messages, for the same reason. */
export function knownMessages(messages: readonly Message[]): readonly Message[] {
  if (messages.every(isKnownMessage)) return messages;
  return messages.map((message) => {
    const known = only(message, OF_MESSAGES);
    // A null is left to whoever leaves out nulls.
    return Array.isArray(known.toolCalls) ? { ...known, toolCalls: knownCalls(known.toolCalls) } : known;
  });
}
