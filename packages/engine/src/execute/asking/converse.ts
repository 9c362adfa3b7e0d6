import {
  addCost,
  addSpending,
  addUsage,
  type ErrorInfo,
  type GenerateRequest,
  type Message,
  type Provider,
  type ProviderResponse,
} from '@assay/schema';
import { requestWith, type RequestParts } from '../../target/request-with.js';
import { addAttempts, attemptsOf } from '../../attempts/add-attempts.js';
import { askTarget, cacheUse } from './ask-target.js';
import { whyNothingSaid } from './empty-reply.js';
import { endWarnings } from './end-warnings.js';
import { lacksPrice } from './lacks-price.js';
import { filesOf, prepareMessages } from './prepare-messages.js';
import { withToolCallLines } from './tool-call-trace.js';
import { isAuthoredReply, isOpenTurn } from './turns-of.js';

/** What came of a conversation. */
export interface Conversation {
  /** All generated turns as one reply, also of those before a turn that failed; null without any. */
  readonly response: ProviderResponse | null;
  /** What led to the reply: the authored messages with generated turns in their places. */
  readonly input: readonly Message[];
  /** The whole thread; given when turns were generated before its end. */
  readonly transcript?: readonly Message[] | undefined;
  /** False if the subject is an authored text, so that no request was sent. */
  readonly asked: boolean;
  /** True if the subject is an authored text: it cost nothing. */
  readonly authored?: true | undefined;
  /** Why a turn could not be generated. The reply is then incomplete. */
  readonly failure?: { readonly error: unknown } | undefined;
  /** Why evaluators of what was said cannot score the reply; undefined when they can. */
  readonly nothingSaid?: ErrorInfo | undefined;
}

/** What a conversation is asked with: everything but its messages. */
export type ConversationRequest = Omit<GenerateRequest, keyof RequestParts> & Pick<GenerateRequest, 'cache' | 'replies' | 'signal'>;

export interface ConverseOptions {
  /** An empty turn is an answer like any other. Default false: it is no reply. */
  readonly allowEmpty?: boolean | undefined;
}

function generatedTurns(response: ProviderResponse): readonly Message[] {
  const turns: readonly Message[] =
    response.messages.length > 0 ? response.messages : [{ role: 'assistant', content: response.text }];
  return turns.map((turn) => ({ ...turn, generated: true }));
}

/**
 * Turns one after the other as one reply: texts joined, tokens, costs and latencies summed. A number of
 * tokens that one of the turns lacks is not known of the whole, and a cost is then at least.
 */
export function joinResponses(responses: readonly ProviderResponse[]): ProviderResponse | null {
  const [first] = responses;
  if (!first) return null;
  if (responses.length === 1) return withEndWarnings(first, responses);
  const joined = responses.slice(1).reduce(
    (all, next) => ({
      ...all,
      ...next,
      text: [all.text, next.text].filter((text) => text !== '').join('\n\n'),
      messages: [...all.messages, ...next.messages],
      toolCalls: [...all.toolCalls, ...next.toolCalls],
      usage: all.usage && next.usage && addUsage(all.usage, next.usage),
      costUsd: addCost(all.costUsd, next.costUsd),
      ...(lacksPrice(all) || lacksPrice(next) ? { costIncomplete: true } : {}),
      cached: all.cached === true && next.cached === true,
      saved: addSpending(all.saved, next.saved),
      ...(all.attempts || next.attempts ? { attempts: addAttempts(attemptsOf(all), attemptsOf(next)) } : {}),
      latencyMs: all.latencyMs + next.latencyMs,
      confidence: next.confidence ?? all.confidence,
      fingerprint: next.fingerprint ?? all.fingerprint,
      warnings: [...(all.warnings ?? []), ...(next.warnings ?? [])],
    }),
    first,
  );
  return withEndWarnings(joined, responses);
}

function withEndWarnings(joined: ProviderResponse, turns: readonly ProviderResponse[]): ProviderResponse {
  const warnings = endWarnings(turns);
  return warnings.length === 0 ? joined : { ...joined, warnings: [...(joined.warnings ?? []), ...warnings] };
}

function authoredResponse(message: Message & { readonly content: string }, target: string): ProviderResponse {
  return withToolCallLines({
    text: message.content,
    messages: [message],
    toolCalls: message.toolCalls ?? [],
    latencyMs: Number.NaN,
  }, target);
}

function existingConversation(input: readonly Message[], respond: () => ProviderResponse, allowEmpty: boolean): Conversation {
  try {
    const response = respond();
    return { response, input, asked: false, authored: true, nothingSaid: whyNothingSaid([response], allowEmpty) };
  } catch (error) {
    return { response: null, input, asked: false, authored: true, failure: { error } };
  }
}

/**
 * Holds a conversation: generates every assistant turn that is left open and, unless the
 * conversation ends in an assistant message, the one after the last message. Each turn sees the
 * ones before it. If nothing is to be generated, the authored text at the end is the reply.
 * Never throws: a failed turn ends the conversation and is reported.
 */
export async function converse(
  provider: Provider,
  authored: readonly Message[],
  request: ConversationRequest,
  { allowEmpty = false }: ConverseOptions = {},
): Promise<Conversation> {
  const last = authored.at(-1);
  if (isAuthoredReply(last) && !authored.some(isOpenTurn)) {
    return existingConversation(authored, () => authoredResponse(last, provider.name), allowEmpty);
  }
  const { messages, guidelines } = prepareMessages(authored);
  const { replies, signal, cache = cacheUse(provider, allowEmpty) } = request;
  const script = isAuthoredReply(last) || (last && isOpenTurn(last)) ? messages : [...messages, OPEN_TURN];
  const responses: ProviderResponse[] = [];
  const history: Message[] = [];
  let failure: Conversation['failure'];
  for (const message of script) {
    if (!isOpenTurn(message)) {
      history.push(message);
      continue;
    }
    try {
      const files = filesOf(beforeTurn(authored, responses.length));
      const turn = requestWith(request, {
        messages: [...history],
        guidelines: guidelines === '' ? undefined : guidelines,
        files: files.length === 0 ? undefined : files,
        cache,
        attempt: undefined,
        replies,
        signal,
      });
      const asked = await askTarget(provider, turn, allowEmpty);
      request.workspace?.settle();
      // What it cost counts, also when its calls cannot be used.
      const place = responses.push(asked.response) - 1;
      const response = withToolCallLines(asked.response, provider.name);
      responses[place] = response;
      if (asked.failure) throw asked.failure;
      history.push({ role: 'assistant', content: response.text, generated: true });
    } catch (error) {
      failure = { error };
      break;
    }
  }
  const { input, transcript } = fillIn(authored, responses);
  return {
    input,
    transcript,
    response: joinResponses(responses),
    asked: true,
    failure,
    nothingSaid: whyNothingSaid(responses, allowEmpty),
  };
}

/** What was authored before the open turn of a number, counted from 0; everything when there is no such turn. */
function beforeTurn(authored: readonly Message[], turn: number): readonly Message[] {
  let open = -1;
  const index = authored.findIndex((message) => {
    if (isOpenTurn(message)) open += 1;
    return open === turn;
  });
  return index === -1 ? authored : authored.slice(0, index);
}

const OPEN_TURN: Message = { role: 'assistant', content: null };

/** Puts generated turns where the authored conversation left them open. */
function fillIn(
  authored: readonly Message[],
  responses: readonly ProviderResponse[],
): Pick<Conversation, 'input' | 'transcript'> {
  const opened = authored.findIndex(isOpenTurn);
  if (opened === -1 || opened === authored.length - 1) {
    return { input: opened === -1 ? authored : authored.slice(0, -1) };
  }
  const turns = responses.map(generatedTurns);
  const filled = authored.map((message) => (isOpenTurn(message) ? (turns.shift() ?? []) : [message]));
  const last = authored.at(-1);
  const endsOpen = last !== undefined && isOpenTurn(last);
  const input = (endsOpen ? filled.slice(0, -1) : filled).flat();
  return { input, transcript: [...filled.flat(), ...turns.flat()] };
}
