import {
  addCost,
  addUsage,
  ConfigError,
  toErrorInfo,
  type ErrorInfo,
  type Judge,
  type JudgeAnswer,
  type JudgeApproach,
  type Provider,
  type ProviderResponse,
  type TokenUsage,
} from '@assay/schema';
import { excerpt } from '../excerpt.js';
import { responseFormat } from '../prompts/answer-format.js';
import { judgeMessages, shownTexts, type LastAnswer } from '../prompts/judge-messages.js';
import { resolveScale } from '../scales/resolve-scale.js';
import { readReply } from '../verdict-parsing/read-reply.js';
import { formattedGenerate } from './formatted-generate.js';
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
}

/** A judge that asks an LLM. */
export interface LlmJudge extends Judge {
  readonly approach: JudgeApproach;
}

/** What the tries of one assessment have told and cost so far. */
interface Spent {
  readonly fingerprint?: string | undefined;
  readonly reply?: string | undefined;
  readonly usage?: TokenUsage | undefined;
  readonly costUsd?: number | undefined;
  readonly costIncomplete?: boolean | undefined;
}

function spend(spent: Spent, response: ProviderResponse): Spent {
  return {
    fingerprint: response.fingerprint,
    reply: response.text === '' ? undefined : replyBeginning(response.text),
    usage: addUsage(spent.usage, response.usage),
    costUsd: addCost(spent.costUsd, response.costUsd),
    ...(spent.costIncomplete === true || response.costUsd === undefined ? { costIncomplete: true } : {}),
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
    hint: 'raise the token limit of the judge if replies are cut off, or choose a model that keeps to JSON',
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
  const { id, provider, approach = 'standard', parseAttempts = 2, temperature = 0, maxTokens } = options;
  if (!Number.isInteger(parseAttempts) || parseAttempts < 1) {
    throw new ConfigError(`judge "${id}" cannot make ${parseAttempts} attempts`, {
      hint: 'set parseAttempts to a whole number of at least 1',
    });
  }
  const model = provider.model === undefined ? provider.name : `${provider.provider}:${provider.model}`;
  const generate = formattedGenerate(provider);

  function vote(spent: Spent, result: Omit<JudgeAnswer, 'id' | 'model'>): JudgeAnswer {
    return { id, model, ...result, ...spent };
  }

  const assess: Judge['assess'] = async (request, { signal }) => {
    let spent: Spent = {};
    let error: ErrorInfo | undefined;
    let last: LastAnswer | undefined;
    try {
      const scale = resolveScale(request.scale);
      const format = responseFormat(scale);
      for (let attempt = 1; attempt <= parseAttempts; attempt += 1) {
        signal.throwIfAborted();
        const messages = judgeMessages(request, scale, last);
        const response = await generate({ messages, temperature, maxTokens, attempt, signal }, format);
        spent = spend(spent, response);
        const { text, finishReason } = response;
        const reading = await readReply(text, scale, { shown: shownTexts(request), finishReason });
        if (reading.ok) {
          const { score, read, reflection, hits, misses } = reading;
          return vote(spent, { score, read: excerpt(read, LONGEST_READ), reflection, hits, misses });
        }
        error = badReply(response, reading.problem);
        last = { problem: reading.problem, reply: replyBeginning(text) };
      }
    } catch (thrown) {
      signal.throwIfAborted();
      error = toErrorInfo(thrown);
    }
    return vote(spent, { score: null, error });
  };

  return { id, model, approach, assess };
}
