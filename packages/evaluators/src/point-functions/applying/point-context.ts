import type { EvaluationInput, Message, PointContext, ProviderResponse } from '@assay/schema';

interface Held {
  readonly input: readonly Message[];
  readonly whole: readonly Message[];
}

/** All points of a response look at the same conversation. */
const conversations = new WeakMap<ProviderResponse, Held>();

function isOpen({ role, content, toolCalls = [] }: Message): boolean {
  return role === 'assistant' && (content === null || content === undefined) && toolCalls.length === 0;
}

/** True when the reply is the text that somebody wrote at the end of the conversation: then it stands there already. */
function endsInReply(input: readonly Message[], { messages, text }: ProviderResponse): boolean {
  const last = input.at(-1);
  return last?.role === 'assistant' && last.generated !== true && last.content === text && messages.length <= 1;
}

/** Generated turns in their places, those that no place was left open for at the end. */
function wholeConversation(input: readonly Message[], response: ProviderResponse): readonly Message[] {
  if (endsInReply(input, response)) return input;
  const { messages, text } = response;
  const generated: readonly Message[] = messages.length > 0 ? messages : [{ role: 'assistant', content: text }];
  // Turns before the last one are in the input by now.
  const turns = generated.slice(input.filter((message) => message.generated === true).length);
  const filled = input.map((message) => (isOpen(message) ? (turns.shift() ?? message) : message));
  return [...filled, ...turns];
}

function conversationOf(input: readonly Message[], response: ProviderResponse): readonly Message[] {
  const held = conversations.get(response);
  if (held?.input === input) return held.whole;
  const whole = wholeConversation(input, response);
  conversations.set(response, { input, whole });
  return whole;
}

/** What the point functions of an evaluation may look at. */
export function pointContext({ response, evalCase, target, signal }: EvaluationInput): PointContext {
  return {
    text: response.text,
    toolCalls: response.toolCalls,
    context: evalCase.context,
    // Few checks look at it.
    get messages() {
      return conversationOf(evalCase.inputMessages, response);
    },
    modelId: target,
    signal,
  };
}
