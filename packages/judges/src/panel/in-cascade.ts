import { addCost, addSpending, addUsage, type JudgeAnswer, type JudgePanel, type JudgeVote, type PanelResult } from '@assay/schema';
import { askJudge } from './ask-judge.js';
import { DEFAULT_AUDIT, defaultBand, isAudited, wavers, type CascadeOptions } from './cascade.js';
import { spentOn, toVote } from './consensus.js';

type Assess = JudgePanel['assess'];
type Spent = ReturnType<typeof spentOn>;

function together(a: Spent, b: Spent): Spent {
  const saved = addSpending(a.saved, b.saved);
  return {
    usage: addUsage(a.usage, b.usage),
    costUsd: addCost(a.costUsd, b.costUsd),
    ...(a.costIncomplete || b.costIncomplete ? { costIncomplete: true } : {}),
    ...(saved ? { saved } : {}),
  };
}

/** What the first judge said. */
interface FirstWord {
  readonly answer: JudgeAnswer;
  readonly spent: Spent;
  readonly vote: JudgeVote;
}

/** The first judge's word alone. */
function alone({ answer, spent, vote }: FirstWord, others: readonly JudgeVote[] = [], warnings: readonly string[] = []): PanelResult {
  const { score, hits = [], misses = [], reflection = '' } = answer;
  return { score, votes: [vote, ...others], usedBackup: false, warnings, hits, misses, reasoning: reflection, ...spent };
}

/** What the panel says where the first judge wavers. */
function escalated({ answer: first, spent, vote }: FirstWord, panel: PanelResult): PanelResult {
  const lost = first.score === null ? [`judge ${first.id}, which is asked first, gave no usable answer (${first.error?.code ?? 'unknown'}): ${first.error?.message ?? ''}; the panel was asked`] : [];
  return { ...panel, votes: [vote, ...panel.votes], warnings: [...lost, ...panel.warnings], ...together(spent, panel) };
}

/** What the panel says of a score that stands. Judges that are lost then are missing in what is found out about the first judge, and nowhere else. */
function audited({ answer, spent, vote }: FirstWord, panel: PanelResult): PanelResult {
  const votes = panel.votes.map((vote): JudgeVote => ({ ...vote, stage: 'audit' }));
  const warnings = panel.warnings.map((warning) => `asked to see whether it agrees: ${warning}`);
  return alone({ answer, spent: together(spent, panel), vote: { ...vote, panelScore: panel.score } }, votes, warnings);
}

/**
 * A panel behind a judge that is asked first. Its score counts unless it wavers or has none; then that of the panel does. A share of what it did not
 * waver on is put to the panel too, which changes no score. Which of two replies is better is asked of the panel at once: there
 * every judge has to have seen both orders. So is the label of a text, of which a threshold of judges says nothing.
 */
export function inCascade(askPanel: Assess, { first, threshold = 0, band = defaultBand(threshold), audit = DEFAULT_AUDIT }: CascadeOptions): Assess {
  return async (request, options) => {
    if (request.kind === 'preference' || request.kind === 'label') return askPanel(request, options);
    options.signal.throwIfAborted();
    const answer = await askJudge(first, request, options.signal);
    const spent = spentOn([answer]);
    const word: FirstWord = { answer, spent, vote: toVote(answer, { stage: 'first', threshold, band }) };
    if (wavers(answer.score, threshold, band)) return escalated(word, await askPanel(request, options));
    if (isAudited(request, audit)) return audited(word, await askPanel(request, options));
    return alone(word);
  };
}
