import {
  addCost,
  addSpending,
  addUsage,
  ConfigError,
  mayHaveCost,
  spentInVain,
  toErrorInfo,
  type ErrorInfo,
  type GenerateRequest,
  type Judge,
  type JudgeAnswer,
  type JudgeApproach,
  type LabelRequest,
  type Provider,
  type ProviderResponse,
  type Spending,
  type TokenUsage,
} from '@assay/schema';
import { excerpt } from '../excerpt.js';
import { responseFormat } from '../prompts/answer-format.js';
import { judgeMessages, shownTexts, type LastAnswer } from '../prompts/judge-messages.js';
import { resolveScale } from '../scales/resolve-scale.js';
import { heldBack } from '../verdict-parsing/held-back.js';
import { readReply, type ReplyReading } from '../verdict-parsing/read-reply.js';
import { answerQuestion } from './answer-question.js';
import { formattedGenerate } from './formatted-generate.js';
import { labelScore } from './label-score.js';
import { replyBeginning } from './reply-beginning.js';

export interface JudgeOptions {
  /** Unique within its panel. */
  readonly id: string;
  /** The model that judges, with retries, limits and cache already around it. */
  readonly provider: Provider;
  readonly approach?: JudgeApproach | undefined;
  /** Tries in all for a reply that can be read; at least 1, default 2. */
  readonly parseAttempts?: number | undefined;
  /** [0, 2], default 0. */
  readonly temperature?: number | undefined;
  /** Most tokens of one reply; default: the provider's. */
  readonly maxTokens?: number | undefined;
  /** Which it is of several judges that are the same model, so that a cache takes none for another. Counts from 1, the default. */
  readonly repeat?: number | undefined;
  /** Digest of what its target is asked with beside its model; is put into its votes. */
  readonly settings?: string | undefined;
}

/** A judge that asks an LLM. */
export interface LlmJudge extends Judge {
  readonly approach: JudgeApproach;
  readonly answer: NonNullable<Judge['answer']>;
}

/** What the tries of one assessment have yielded and cost so far. */
interface Spent {
  readonly fingerprint?: string | undefined;
  readonly reply?: string | undefined;
  readonly usage?: TokenUsage | undefined;
  readonly costUsd?: number | undefined;
  readonly costIncomplete?: boolean | undefined;
  readonly saved?: Spending | undefined;
  readonly latencyMs?: number | undefined;
  /** Whether all replies so far were kept; undefined before the first. */
  readonly cached?: boolean | undefined;
}

function spend(spent: Spent, response: ProviderResponse): Spent {
  return {
    fingerprint: response.fingerprint,
    reply: response.text === '' ? undefined : replyBeginning(response.text),
    usage: addUsage(spent.usage, response.usage),
    costUsd: addCost(spent.costUsd, response.costUsd),
    ...(spent.costIncomplete === true || response.costIncomplete === true || response.costUsd === undefined ? { costIncomplete: true } : {}),
    ...(Number.isFinite(response.latencyMs) ? { latencyMs: (spent.latencyMs ?? 0) + response.latencyMs } : {}),
    cached: response.cached === true && spent.cached !== false,
    ...(spent.saved || response.saved ? { saved: addSpending(spent.saved, response.saved) } : {}),
  };
}

/** A request whose reply never came may have been paid for, and one whose reply could not be used was. */
function withLost(spent: Spent, error: unknown): Spent {
  const { usage, costUsd } = spentInVain(error) ?? {};
  const all = usage === undefined && costUsd === undefined ? spent : { ...spent, usage: addUsage(spent.usage, usage), costUsd: addCost(spent.costUsd, costUsd) };
  return mayHaveCost(error) ? { ...all, costIncomplete: true } : all;
}

/** Reads a reply once, for both that ask: the cache, whether it may keep it, and the judge. */
function createReplyReader(read: (response: ProviderResponse) => Promise<ReplyReading>): (response: ProviderResponse) => Promise<ReplyReading> {
  let known: { readonly response: ProviderResponse; readonly reading: Promise<ReplyReading> } | undefined;
  return (response) => {
    if (known?.response !== response) known = { response, reading: read(response) };
    return known.reading;
  };
}

/** Longest classification that is kept, in characters; the scales take none that is longer. */
const LONGEST_READ = 80;

function badReply(response: ProviderResponse, problem: string): ErrorInfo {
  const start = excerpt(response.text, 120);
  const finish = response.finishReason === undefined ? '' : ` (finish reason: ${excerpt(response.finishReason, 40)})`;
  return {
    code: 'bad_reply',
    message: `the reply is unusable: ${problem}${start === '' ? '' : `; it begins "${start}"`}${finish}`,
    hint:
      problem === heldBack(response.finishReason)
        ? 'have a judge of another model look at it, alone or on a panel; a limit of tokens is not the cause'
        : 'raise the token limit of the judge if replies are cut off, or choose a model that keeps to JSON',
  };
}

/**
 * A judge that asks the provider's model for a reflection and then a classification.
 *
 * A reply that cannot be read is asked for again, with what was wrong with it, and is then a
 * failure (`score: null`, code `bad_reply`), never a 0. A failed request is a failure too: the
 * provider has its own retries. Tokens and cost are summed over the tries.
 * @throws ConfigError if `parseAttempts` is not a whole number of at least 1.
 */
export function createJudge(options: JudgeOptions): LlmJudge {
  const { id, provider, approach = 'standard', parseAttempts = 2, temperature = 0, maxTokens, repeat = 1, settings } = options;
  if (!Number.isInteger(parseAttempts) || parseAttempts < 1) {
    throw new ConfigError(`judge "${id}" cannot make ${parseAttempts} attempts`, {
      hint: 'set parseAttempts to a whole number of at least 1',
    });
  }
  const model = provider.model === undefined ? provider.name : `${provider.provider}:${provider.model}`;
  const generate = formattedGenerate(provider);

  function vote(spent: Spent, result: Omit<JudgeAnswer, 'id' | 'model'>): JudgeAnswer {
    const { cached, ...figures } = spent;
    return { id, model, ...(approach === 'standard' ? {} : { approach }), ...(settings === undefined ? {} : { settings }), ...result, ...figures, ...(cached ? { cached } : {}) };
  }

  async function classified(request: LabelRequest, signal: AbortSignal): Promise<JudgeAnswer> {
    signal.throwIfAborted();
    let spent: Spent = {};
    try {
      const response = await provider.generate({ messages: [{ role: 'user', content: request.text }], plainInput: request.text, temperature, repeat, confidence: true, attempt: 1, signal });
      spent = spend(spent, response);
      const { score, read } = labelScore(response, request.label);
      return vote(spent, { score, read: excerpt(read, LONGEST_READ) });
    } catch (thrown) {
      signal.throwIfAborted();
      return vote(withLost(spent, thrown), { score: null, error: toErrorInfo(thrown) });
    }
  }

  const assess: Judge['assess'] = async (request, { signal }) => {
    if (request.kind === 'label') return classified(request, signal);
    let spent: Spent = {};
    let error: ErrorInfo | undefined;
    let last: LastAnswer | undefined;
    try {
      const scale = resolveScale(request.scale);
      const format = responseFormat(scale);
      const shown = shownTexts(request);
      const reader = createReplyReader(({ text, finishReason }) => readReply(text, scale, { shown, finishReason }));
      const accepts = async (response: ProviderResponse): Promise<boolean> => (await reader(response)).ok;
      const ask = { temperature, maxTokens, repeat, signal };
      const first: GenerateRequest = { ...ask, messages: judgeMessages(request, scale) };
      for (let attempt = 1; attempt <= parseAttempts; attempt += 1) {
        signal.throwIfAborted();
        // The reply to a second try is kept as the reply to the first request: it is the judgement that was asked for.
        const cache = last ? { accepts, read: false, answers: first } : { accepts };
        const messages = last ? judgeMessages(request, scale, last) : first.messages;
        const response = await generate({ ...ask, messages, attempt, cache }, format);
        spent = spend(spent, response);
        const { text } = response;
        const reading = await reader(response);
        if (reading.ok) {
          const { score, read, reflection, hits, misses } = reading;
          return vote(spent, { score, read: excerpt(read, LONGEST_READ), reflection, hits, misses });
        }
        error = badReply(response, reading.problem);
        last = { problem: reading.problem, reply: replyBeginning(text) };
      }
    } catch (thrown) {
      signal.throwIfAborted();
      spent = withLost(spent, thrown);
      error = toErrorInfo(thrown);
    }
    return vote(spent, { score: null, error });
  };

  const answer: LlmJudge['answer'] = (question, ask) => answerQuestion(question, { id, model, provider, temperature, maxTokens, repeat }, ask);

  return { id, model, approach, assess, answer };
}
