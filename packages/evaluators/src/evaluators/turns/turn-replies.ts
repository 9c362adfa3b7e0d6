import { messageText, UnscoredError, type EvalCase, type Message, type ProviderResponse } from '@assay/schema';

/** One turn of a conversation: what was said before it, and what the target replied. */
export interface TurnReply {
  readonly before: readonly Message[];
  readonly response: ProviderResponse;
}

function textOf(messages: readonly Message[]): string {
  return messages.map(({ content }) => messageText(content)).findLast((text) => text.trim() !== '') ?? '';
}

/** Figures are known of the whole conversation only. */
function replyOf(messages: readonly Message[], text = textOf(messages)): ProviderResponse {
  return { text, messages, toolCalls: messages.flatMap(({ toolCalls = [] }) => toolCalls), latencyMs: Number.NaN };
}

/** What is left of a text behind those that it begins with. */
function withoutBeginning(text: string, beginnings: readonly string[]): string {
  let rest = text;
  for (const beginning of beginnings) if (beginning !== '' && rest.startsWith(beginning)) rest = rest.slice(beginning.length).trimStart();
  return rest;
}

/**
 * The replies of a conversation, in order: the runs of generated messages in it, and what was generated last.
 * @throws UnscoredError when the last one cannot be distinguished from those before it.
 */
export function turnReplies({ inputMessages }: Pick<EvalCase, 'inputMessages'>, response: ProviderResponse): readonly TurnReply[] {
  const turns: TurnReply[] = [];
  let run: Message[] = [];
  const end = (index: number): void => {
    if (run.length > 0) turns.push({ before: inputMessages.slice(0, index - run.length), response: replyOf(run) });
    run = [];
  };
  for (const [index, message] of inputMessages.entries()) {
    if (message.generated === true) run.push(message);
    else end(index);
  }
  end(inputMessages.length);
  const generated = inputMessages.filter((message) => message.generated === true).length;
  const last = response.messages.slice(generated);
  if (last.length > 0) turns.push({ before: inputMessages, response: replyOf(last) });
  else if (response.messages.length === 0 && response.text.trim() !== '') {
    turns.push({ before: inputMessages, response: replyOf([], withoutBeginning(response.text, turns.map((turn) => turn.response.text))) });
  } else throw new UnscoredError('the last turn of the conversation cannot be told from those before it');
  return turns;
}

/** What was said last, by so many on each side, and what systems say. */
export function windowOf(messages: readonly Message[], size: number | undefined): readonly Message[] {
  if (size === undefined) return messages;
  const said = new Set(messages.filter(({ role }) => role !== 'system').slice(-2 * size));
  return messages.filter((message) => message.role === 'system' || said.has(message));
}
