import { toErrorInfo, type ErrorInfo, type Judge, type JudgeAnswer, type JudgeRequest } from '@assay/schema';

function unusable(answer: JudgeAnswer): ErrorInfo | undefined {
  if (answer.score === null) return answer.error ?? { code: 'bad_reply', message: 'the judge gave no score' };
  if (answer.score >= 0 && answer.score <= 1) return undefined;
  return { code: 'bad_reply', message: `the judge gave the score ${answer.score}, which is not within 0 to 1` };
}

/**
 * The judge's answer, checked: whatever goes wrong, a broken judge included, is an answer without
 * a score that says why. Rejects only when the signal aborts.
 */
export async function askJudge(judge: Judge, request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswer> {
  const { id, model } = judge;
  try {
    const answer = await judge.assess(request, { signal });
    const error = unusable(answer);
    return error ? { ...answer, id, model, score: null, error } : { ...answer, id, model };
  } catch (error) {
    signal.throwIfAborted();
    return { id, model, score: null, error: toErrorInfo(error) };
  }
}
