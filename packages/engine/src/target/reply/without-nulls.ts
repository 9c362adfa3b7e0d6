import type { Message, ProviderResponse, ToolCall } from '@assay/schema';

/** True where a field that may be absent is `null`, as adapters of APIs write it that always name all of their fields. */
function hasNull(item: object, named: readonly string[]): boolean {
  for (const name of named) if ((item as Readonly<Record<string, unknown>>)[name] === null) return true;
  return false;
}

function withoutNulls<T extends object>(item: T, named: readonly string[]): T {
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null || !named.includes(name))) as T;
}

// What is null in an input, an output or a content is a value.
const OF_CALLS = ['durationMs', 'id'] satisfies readonly (keyof ToolCall)[];
const OF_MESSAGES = ['toolCalls', 'name', 'toolCallId', 'generated'] satisfies readonly (keyof Message)[];

const isBareCall = (call: ToolCall): boolean => !hasNull(call, OF_CALLS);
const isBareMessage = (message: Message): boolean => !hasNull(message, OF_MESSAGES) && (message.toolCalls?.every(isBareCall) ?? true);

/** Whether a reply whose calls and messages are such has no field that is null instead of absent, nor have these. */
export function isBare(response: ProviderResponse): boolean {
  return !hasNull(response, Object.keys(response)) && response.messages.every(isBareMessage) && response.toolCalls.every(isBareCall);
}

/** The fields of a reply that are not null. */
export function bareFields(response: Partial<ProviderResponse>): Partial<ProviderResponse> {
  return Object.fromEntries(Object.entries(response).filter(([, value]) => value !== null));
}

/** Tool calls without fields that are null instead of absent. */
export function bareCalls(calls: readonly ToolCall[]): readonly ToolCall[] {
  return calls.every(isBareCall) ? calls : calls.map((call) => withoutNulls(call, OF_CALLS));
}

/** Messages without them. */
export function bareMessages(messages: readonly Message[]): readonly Message[] {
  if (messages.every(isBareMessage)) return messages;
  return messages.map((message) => {
    const { toolCalls, ...rest } = withoutNulls(message, OF_MESSAGES);
    return toolCalls === undefined ? rest : { ...rest, toolCalls: bareCalls(toolCalls) };
  });
}
