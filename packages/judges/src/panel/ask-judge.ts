import { describeValue, isJsonObject, knownAmount, knownCount, toErrorInfo, type ErrorInfo, type Judge, type JudgeAnswer, type JudgeRequest, type Spending, type TokenUsage } from '@assay/schema';

function isErrorInfo(error: unknown): error is ErrorInfo {
  return isJsonObject(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string';
}

function unusable({ score, error }: JudgeAnswer): ErrorInfo | undefined {
  if (score === null) return isErrorInfo(error) ? error : { code: 'bad_reply', message: 'the judge gave no score' };
  if (typeof score !== 'number') return { code: 'bad_reply', message: `the judge gave the score ${describeValue(score)}, which is no number` };
  if (score >= 0 && score <= 1) return undefined;
  return { code: 'bad_reply', message: `the judge gave the score ${score}, which is not within 0 to 1` };
}

function isUsage(usage: TokenUsage): boolean {
  if (!isJsonObject(usage)) return false;
  const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 } = usage;
  return [inputTokens, outputTokens, cachedInputTokens, reasoningTokens].every((count) => count !== undefined && knownCount(count) === count);
}

const isCost = (costUsd: number | undefined): boolean => knownAmount(costUsd) === costUsd;

function isSpending(spending: Spending): boolean {
  if (!isJsonObject(spending)) return false;
  const { usage, costUsd } = spending as Spending;
  return (usage === undefined || isUsage(usage)) && isCost(costUsd);
}

const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((text) => typeof text === 'string');

/** Figures and lists as they are counted and shown: odd ones, which sums could not be made of, are as if they had not been said. */
function withoutOddFields(answer: JudgeAnswer): JudgeAnswer {
  const { usage, costUsd, saved, hits, misses } = answer;
  return {
    ...answer,
    ...(usage !== undefined && !isUsage(usage) && { usage: undefined }),
    ...(!isCost(costUsd) && { costUsd: undefined, costIncomplete: true }),
    ...(saved !== undefined && !isSpending(saved) && { saved: undefined }),
    ...(hits !== undefined && !isTexts(hits) && { hits: undefined }),
    ...(misses !== undefined && !isTexts(misses) && { misses: undefined }),
  };
}

/**
 * The judge's answer, checked: whatever goes wrong, a broken judge included, is an answer without
 * a score that says why. Rejects only when the signal aborts.
 */
export async function askJudge(judge: Judge, request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswer> {
  const { id, model } = judge;
  try {
    const given: unknown = await judge.assess(request, { signal });
    if (!isJsonObject(given)) return { id, model, score: null, error: { code: 'bad_reply', message: `assess() gave ${describeValue(given)}; it gives { id, model, score }` } };
    const answer = withoutOddFields(given as unknown as JudgeAnswer);
    const error = unusable(answer);
    return error ? { ...answer, id, model, score: null, error } : { ...answer, id, model };
  } catch (error) {
    signal.throwIfAborted();
    return { id, model, score: null, error: toErrorInfo(error) };
  }
}
