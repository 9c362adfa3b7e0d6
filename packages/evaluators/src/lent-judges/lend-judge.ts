import { toErrorInfo, type EvaluationScore, type JudgePanel } from '@assay/schema';
import type { ScriptTimer } from '../processes/script-timer.js';
import { JudgeDesk } from './judge-desk.js';
import { openJudgeServer } from './judge-server.js';

export interface LendOptions {
  readonly panel: JudgePanel;
  /** Most questions of the script, at least 1. */
  readonly mostCalls: number;
  readonly timer: ScriptTimer;
  readonly signal: AbortSignal;
}

/** What a script gets that is lent a judge. */
export interface LentJudge {
  /** Where the judge is asked, by the names that AgentV's SDK looks for. */
  readonly env: Readonly<Record<string, string>>;
  /** Takes the token out of what the script wrote. */
  clean(text: string): string;
}

/**
 * Lends a script a judge for as long as it runs.
 * @param grade runs it.
 * @returns its score, with what its questions took; null with the error where it fails.
 * @throws the signal's reason when that aborts; nothing else.
 */
export async function withLentJudge({ panel, mostCalls, timer, signal }: LendOptions, grade: (lent: LentJudge) => Promise<EvaluationScore>): Promise<EvaluationScore> {
  const ended = new AbortController();
  const desk = new JudgeDesk({ panel, mostCalls, timer, signal: AbortSignal.any([signal, ended.signal]) });
  let score: EvaluationScore;
  try {
    const server = await openJudgeServer(desk);
    const { url, token } = server;
    try {
      const env = { AGENTV_TARGET_PROXY_URL: url, AGENTV_TARGET_PROXY_TOKEN: token, AGENTV_PROVIDER_PROXY_URL: url, AGENTV_PROVIDER_PROXY_TOKEN: token };
      score = await grade({ env, clean: (text) => text.replaceAll(token, '[redacted]') });
    } finally {
      ended.abort();
      await Promise.all([server.close(), desk.idle()]);
    }
  } catch (error) {
    signal.throwIfAborted();
    score = { score: null, error: toErrorInfo(error) };
  }
  return desk.settle(score);
}
