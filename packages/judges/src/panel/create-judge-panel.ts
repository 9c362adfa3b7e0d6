import { DEFAULT_VERDICT_THRESHOLDS, isJsonObject, toErrorInfo, type ErrorInfo, type Judge, type JudgePanel, type JudgeReply, type JudgeRequest, type PanelResult } from '@assay/schema';
import { askJudge } from './ask-judge.js';
import { checkPanel, type JudgePanelOptions } from './check-panel.js';
import { consensus } from './consensus.js';
import { inCascade } from './in-cascade.js';

type Options = { readonly signal: AbortSignal };

/** Whether it says something, or why it does not. */
function isReply(reply: unknown): reply is JudgeReply {
  if (!isJsonObject(reply)) return false;
  const { text, error } = reply;
  return text === null ? isJsonObject(error) : typeof text === 'string' && text !== '';
}

/** The reply of one judge, checked as {@link askJudge} does it. */
async function replyOf(judge: Judge, question: Parameters<NonNullable<Judge['answer']>>[0], { signal }: Options): Promise<JudgeReply> {
  const { id, model } = judge;
  const lost = (error: ErrorInfo): JudgeReply => ({ id, model, text: null, error });
  if (!judge.answer) return lost({ code: 'config', message: `judge ${id} gives scores, and answers no questions` });
  try {
    const reply: unknown = await judge.answer(question, { signal });
    if (!isReply(reply)) return lost({ code: 'bad_reply', message: `answer() of judge ${id} gave no text` });
    return { ...reply, id, model };
  } catch (error) {
    signal.throwIfAborted();
    return lost(toErrorInfo(error));
  }
}

/**
 * Judges that are asked all at once and whose scores become one by their consensus. One that gives no usable answer
 * is left out and named in the warnings; the backup is asked only when all of them failed; below
 * the quorum there is no score. The backup counts towards the quorum, so it can meet a quorum of 1
 * only.
 *
 * With a cascade a first judge is asked alone, and these where it wavers; see `docs/targets.md`.
 * @throws ConfigError for no judges, equal ids, a quorum out of reach, a backup or first judge that is one of
 * the judges, a weight or share that is out of range.
 */
export function createJudgePanel(options: JudgePanelOptions): JudgePanel {
  checkPanel(options);
  const { judges, backup, quorum = 1, weights = {}, passLimit = DEFAULT_VERDICT_THRESHOLDS.pass, cascade } = options;
  const rule = { consensus: options.consensus ?? 'mean', weights, passLimit };

  async function askAll(request: JudgeRequest, { signal }: Options): Promise<PanelResult> {
    signal.throwIfAborted();
    const primaries = await Promise.all(judges.map((judge) => askJudge(judge, request, signal)));
    const needsBackup = backup !== undefined && primaries.every((answer) => answer.score === null);
    const stoodIn = needsBackup ? await askJudge(backup, request, signal) : undefined;
    return consensus({ primaries, backup: stoodIn, quorum, request, rule });
  }

  const everybody = [...(cascade ? [cascade.first] : []), ...judges];
  return {
    judgeIds: everybody.map(({ id }) => id),
    quorum,
    assess: cascade ? inCascade(askAll, { ...cascade, threshold: cascade.threshold ?? passLimit }) : askAll,
    async answer({ judge: asked = everybody[0]?.id, ...question }, ask) {
      const judge = everybody.find(({ id }) => id === asked);
      if (judge) return replyOf(judge, question, ask);
      return { id: String(asked), model: '', text: null, error: { code: 'config', message: `the panel has no judge "${asked}"` } };
    },
  };
}
