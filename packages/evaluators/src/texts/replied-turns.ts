import { holdsText, messageText, type Message, type ProviderResponse } from '@assay/schema';

/** What counts of a reply here. */
export type Reply = Pick<ProviderResponse, 'text' | 'messages' | 'toolCalls' | 'fileChanges'>;

function marked(message: Message): Message {
  return message.role === 'assistant' ? { ...message, generated: true } : message;
}

/** The turns with the calls of the response, where its messages do not have them themselves. */
function withCalls(turns: readonly Message[], { toolCalls }: Reply): readonly Message[] {
  if (toolCalls.length === 0 || turns.some((turn) => (turn.toolCalls ?? []).length > 0)) return turns;
  const last = turns.findLastIndex(({ role }) => role === 'assistant');
  if (last === -1) return [...turns, { role: 'assistant', toolCalls, generated: true }];
  return turns.map((turn, index) => (index === last ? { ...turn, toolCalls } : turn));
}

/** The turns with the text that is judged, where it is in none of them. */
function withText(turns: readonly Message[], { text }: Reply): readonly Message[] {
  const said = turns.map(({ content }) => messageText(content).trim()).filter((part) => part !== '');
  if (text.trim() === '' || said.some((part) => holdsText(text, part) || holdsText(part, text.trim()))) return turns;
  return [...turns, { role: 'assistant', content: text, generated: true }];
}

/**
 * The generated turns of a reply, marked as such, with their tool calls; undefined when its text
 * alone tells all of it.
 */
export function repliedTurns(response: Reply): readonly Message[] | undefined {
  const turns = withCalls(withText(response.messages.map(marked), response), response);
  const isPlain = turns.length <= 1 && turns.every(({ toolCalls = [] }) => toolCalls.length === 0);
  return isPlain ? undefined : turns;
}
