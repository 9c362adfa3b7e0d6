import { addCost, addSpending, addUsage, mayHaveCost, messageText, spentInVain, toErrorInfo, type ErrorInfo, type GenerateRequest, type JudgeQuestion, type JudgeReply, type Provider, type ProviderResponse } from '@assay/schema';
import { heldBack } from '../verdict-parsing/held-back.js';

/** Tries in all for a reply that says something. */
const TRIES = 2;
/** More judges of one model than a panel has, so that a repeated question to one of them has no number of another. */
const EQUAL_JUDGES = 1_000;

/** The judge that answers, and how it is asked. */
export interface AnsweringJudge {
  readonly id: string;
  readonly model: string;
  readonly provider: Provider;
  /** [0, 2]. */
  readonly temperature: number;
  readonly maxTokens?: number | undefined;
  /** Which it is of several judges that are the same model, counted from 1. */
  readonly repeat: number;
}

function saysSomething({ text }: ProviderResponse): boolean {
  return text.trim() !== '';
}

/** The question as a request. Targets that take no instructions get what the user says. */
function requestOf({ messages, repeat = 1 }: JudgeQuestion, judge: AnsweringJudge, signal: AbortSignal): GenerateRequest {
  const { temperature, maxTokens } = judge;
  const plainInput = messageText(messages.findLast(({ role }) => role === 'user')?.content);
  return { messages, plainInput, temperature, maxTokens, repeat: judge.repeat + (repeat - 1) * EQUAL_JUDGES, signal };
}

/** Why an empty reply says nothing, so far as the API told. */
function emptyReply(id: string, finishReason: ProviderResponse['finishReason']): ErrorInfo {
  const message = `judge ${id} gave an empty reply`;
  const why = heldBack(finishReason);
  if (why !== undefined) return { code: 'empty_reply', message: `${message}: ${why}`, hint: 'ask another judge, or put the question in other words' };
  if (finishReason !== 'length') return { code: 'empty_reply', message };
  return { code: 'empty_reply', message: `${message}: it was cut off before it said anything`, hint: 'raise the token limit of the judge' };
}

function spend(spent: Partial<JudgeReply>, { usage, costUsd, costIncomplete, saved }: ProviderResponse): Partial<JudgeReply> {
  return {
    usage: addUsage(spent.usage, usage),
    costUsd: addCost(spent.costUsd, costUsd),
    ...(spent.costIncomplete === true || costIncomplete === true || costUsd === undefined ? { costIncomplete: true } : {}),
    ...(spent.saved || saved ? { saved: addSpending(spent.saved, saved) } : {}),
  };
}

/**
 * Puts a question to the judge's model as it is. An empty reply is asked for once more, and is then none.
 * Rejects only when the signal aborts.
 */
export async function answerQuestion(question: JudgeQuestion, judge: AnsweringJudge, { signal }: { readonly signal: AbortSignal }): Promise<JudgeReply> {
  const { id, model, provider } = judge;
  const first = requestOf(question, judge, signal);
  let spent: Partial<JudgeReply> = {};
  let finishReason: ProviderResponse['finishReason'];
  try {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      signal.throwIfAborted();
      const cache = attempt === 1 ? { accepts: saysSomething } : { accepts: saysSomething, read: false, answers: first };
      const response = await provider.generate({ ...first, attempt, cache });
      spent = spend(spent, response);
      finishReason = response.finishReason;
      if (saysSomething(response)) return { id, model, text: response.text, ...spent };
    }
    return { id, model, text: null, error: emptyReply(id, finishReason), ...spent };
  } catch (error) {
    signal.throwIfAborted();
    const { usage, costUsd } = spentInVain(error) ?? {};
    const all = usage === undefined && costUsd === undefined ? spent : { ...spent, usage: addUsage(spent.usage, usage), costUsd: addCost(spent.costUsd, costUsd) };
    return { id, model, text: null, error: toErrorInfo(error), ...all, ...(mayHaveCost(error) ? { costIncomplete: true } : {}) };
  }
}
