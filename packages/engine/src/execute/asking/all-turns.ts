import { messageText, type EvalCase, type Message, type ProviderResponse } from '@assay/schema';
import type { Conversation } from './converse.js';

function isSaid({ role, content }: Message): boolean {
  return role === 'assistant' && messageText(content).trim() !== '';
}

/** The texts of all turns, unless the recording has a text of its own for them. */
function joined(response: ProviderResponse, said: readonly Message[]): string {
  const texts = said.map(({ content }) => messageText(content));
  return response.text === texts.at(-1) ? texts.join('\n\n') : response.text;
}

/** The conversation with turns at the places that were left open in it. */
function withTurns(input: readonly Message[], turns: readonly Message[], open: readonly number[]): readonly Message[] {
  const rest = [...input];
  const left = turns.map((turn) => ({ ...turn, generated: true }));
  const placed: Message[] = [];
  while (rest.length > 0 || left.length > 0) {
    const next = open.includes(placed.length) ? left.shift() : rest.shift();
    placed.push(...(next ? [next] : [...left.splice(0), ...rest.splice(0)]));
  }
  return placed;
}

/**
 * A recorded reply to a conversation with turns that were left open stands for all of them: what was
 * said in them is part of what is assessed, as when they are generated. (Of other recorded messages
 * the last text is the answer.) When there is one for each, they stand in their places.
 */
export function withRecordedTurns(conversation: Conversation, { execution, inputMessages }: EvalCase): Conversation {
  const { response, input } = conversation;
  const open = execution.openTurns ?? [];
  if (!response || open.length === 0) return conversation;
  const said = response.messages.filter(isSaid);
  if (said.length < 2) return conversation;
  const whole = { ...conversation, response: { ...response, text: joined(response, said) } };
  const inPlace = said.length === open.length + 1 && response.messages.length === said.length;
  if (!inPlace || input.some(({ generated }) => generated === true)) return whole;
  // A system prompt of the variant stands in front.
  const before = input[0]?.role === 'system' && inputMessages[0]?.role !== 'system' ? 1 : 0;
  const places = open.map((index) => index + before);
  const filled = withTurns(input, said.slice(0, -1), places);
  const last = said.slice(-1).map((turn) => ({ ...turn, generated: true }));
  return { ...whole, input: filled, transcript: [...filled, ...last] };
}
