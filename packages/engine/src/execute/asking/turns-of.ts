import type { Message } from '@assay/schema';

/** An assistant message that is to be generated: no content, and no authored tool calls either. */
export function isOpenTurn(message: Message): boolean {
  const empty = message.content === null || message.content === undefined;
  return message.role === 'assistant' && empty && (message.toolCalls?.length ?? 0) === 0;
}

/** An assistant text that somebody wrote as the end of the conversation. */
export function isAuthoredReply(message: Message | undefined): message is Message & { readonly content: string } {
  return message?.role === 'assistant' && typeof message.content === 'string';
}

/** True for a conversation that is complete as it was written: its last text is the reply, and nobody is asked. */
export function isAuthored(messages: readonly Message[]): boolean {
  return isAuthoredReply(messages.at(-1)) && !messages.some(isOpenTurn);
}

/** How many replies are asked for in a conversation: those that are left open in it, and the one at its end unless that is written. */
export function turnsOf(messages: readonly Message[]): number {
  const last = messages.at(-1);
  const ends = isAuthoredReply(last) || (last !== undefined && isOpenTurn(last));
  return messages.filter(isOpenTurn).length + (ends ? 0 : 1);
}
