import { deepFreeze, type Message, type ProviderResponse } from '@assay/schema';

/** With lists of its own: a target may keep the ones that it gave, and go on writing into them. */
function ownMessage(message: Message): Message {
  const { content, toolCalls } = message;
  return {
    ...message,
    ...(Array.isArray(content) ? { content: [...(content as readonly unknown[])] as Message['content'] } : {}),
    ...(toolCalls ? { toolCalls: [...toolCalls] } : {}),
  };
}

/**
 * A reply that nobody can change: all evaluators of a trial, its judges and its row look at the same one. The objects and lists that
 * the target made stay as free as they were, but for what is inside of tool calls and attachments.
 */
export function readOnlyReply(reply: ProviderResponse): ProviderResponse {
  if (Object.isFrozen(reply)) return reply;
  const { messages, toolCalls, warnings } = reply;
  const own = { ...reply, messages: messages.map(ownMessage), toolCalls: [...toolCalls] };
  return deepFreeze(warnings ? { ...own, warnings: [...warnings] } : own);
}
