import {
  addCost,
  addSpending,
  addUsage,
  type ErrorInfo,
  type JudgeAnswer,
  type JudgeRequest,
  type JudgeVote,
  type PanelConsensus,
  type PanelResult,
  type Spending,
  type TokenUsage,
} from '@assay/schema';
import { combineScores } from './combine-scores.js';
import { disagreementWarning } from './disagreement-warning.js';

/** What was spent on answers. */
export function spentOn(all: readonly JudgeAnswer[]): Pick<PanelResult, 'usage' | 'costUsd' | 'costIncomplete' | 'saved'> {
  const saved = all.reduce<Spending | undefined>((sum, answer) => addSpending(sum, answer.saved), undefined);
  return {
    usage: all.reduce<TokenUsage | undefined>((sum, answer) => addUsage(sum, answer.usage), undefined),
    costUsd: all.reduce<number | undefined>((sum, answer) => addCost(sum, answer.costUsd), undefined),
    ...(all.some(lacksPrice) ? { costIncomplete: true } : {}),
    ...(saved ? { saved } : {}),
  };
}

export interface PanelAnswers {
  /** In any order. */
  readonly primaries: readonly JudgeAnswer[];
  readonly backup?: JudgeAnswer | undefined;
  readonly quorum: number;
  readonly request: JudgeRequest;
  readonly rule: ConsensusRule;
}

/** How scores become one. */
interface ConsensusRule {
  readonly consensus: PanelConsensus;
  /** Score from which a vote is one for the majority. */
  readonly passLimit: number;
  /** Weights of judges by their ids; 1 for judges that are not listed. */
  readonly weights: Readonly<Record<string, number>>;
}

interface ScoredAnswer extends JudgeAnswer {
  readonly score: number;
}

function isScored(answer: JudgeAnswer): answer is ScoredAnswer {
  return answer.score !== null;
}

/** True when a judge answered, and what that cost is not known. */
function lacksPrice({ costIncomplete, usage, costUsd }: JudgeAnswer): boolean {
  return costIncomplete === true || (usage !== undefined && costUsd === undefined);
}

function byId(a: JudgeAnswer, b: JudgeAnswer): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function reason({ error }: JudgeAnswer): string {
  return error ? `(${error.code}): ${error.message}` : '(unknown)';
}

/** The vote that a panel reports for an answer. */
export function toVote(answer: JudgeAnswer, marks: Pick<JudgeVote, 'backup' | 'weight' | 'consensus' | 'stage' | 'threshold' | 'band' | 'panelScore'>): JudgeVote {
  const { id, model, score, reflection, error, fingerprint, read, reply, latencyMs, usage, costUsd, costIncomplete, cached, approach, settings } = answer;
  return { id, model, score, reflection, error, fingerprint, read, reply, latencyMs, usage, costUsd, costIncomplete, cached, ...(approach === undefined ? {} : { approach }), ...(settings === undefined ? {} : { settings }), ...marks };
}

function weightOf({ id }: JudgeAnswer, { consensus, weights }: ConsensusRule): number {
  return consensus === 'mean' && Object.hasOwn(weights, id) ? (weights[id] ?? 1) : 1;
}

/** The order of the warnings is fixed: lost judges by id, the backup, disagreement. */
function warningsOf(primaries: readonly JudgeAnswer[], { backup, request }: PanelAnswers): readonly string[] {
  const lost = primaries
    .filter((answer) => !isScored(answer))
    .map((answer) => `judge ${answer.id} gave no usable answer ${reason(answer)}`);
  const count = primaries.length === 1 ? 'the only judge' : `all ${primaries.length} judges`;
  const stoodIn =
    backup &&
    (isScored(backup)
      ? `backup judge ${backup.id} answered because ${count} failed`
      : `backup judge ${backup.id} gave no usable answer ${reason(backup)}`);
  return [...lost, stoodIn, disagreementWarning(primaries, request)].filter((warning) => warning !== undefined);
}

const LOSS_HINT = 'check the keys, limits and models of the judges, add judges or a backup, or lower the quorum';

/** What the judges that were lost say themselves about it, such as the successor of a retired model; else what may help with any. */
function lossHint(all: readonly JudgeAnswer[]): string {
  const hints = all.flatMap((answer) => (!isScored(answer) && answer.error?.hint !== undefined ? [`${answer.id}: ${answer.error.hint}`] : []));
  return hints.length === 0 ? LOSS_HINT : hints.join('; ');
}

function belowQuorum(all: readonly JudgeAnswer[], usable: number, quorum: number): ErrorInfo {
  const failed = all.filter((answer) => !isScored(answer)).map((answer) => `${answer.id} ${reason(answer)}`);
  const found = usable === 0 ? 'no judge gave a usable answer' : `${usable} usable answer(s) of the ${quorum} needed`;
  return {
    code: 'judges_failed',
    message: failed.length === 0 ? found : `${found}: ${failed.join('; ')}`,
    hint: lossHint(all),
  };
}

function union(lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

function reasoningOf(answers: readonly JudgeAnswer[]): string {
  const reflections = answers.flatMap(({ id, reflection }) => (reflection ? [{ id, reflection }] : []));
  const [only] = reflections;
  if (only && reflections.length === 1) return only.reflection;
  return reflections.map(({ id, reflection }) => `${id}: ${reflection}`).join('\n\n');
}

/**
 * What a panel's answers amount to: the usable ones combined, in order of the ids, so that the same answers give the same
 * floating-point number in any order of arrival. Below the quorum the score is null.
 */
export function consensus(answers: PanelAnswers): PanelResult {
  const { backup, quorum, rule } = answers;
  const primaries = answers.primaries.toSorted(byId);
  const all = backup ? [...primaries, backup] : primaries;
  const scored = all.filter(isScored);
  const reached = scored.length >= quorum;
  const weighed = scored.map((answer) => ({ score: answer.score, weight: weightOf(answer, rule) }));
  const vote = (answer: JudgeAnswer): JudgeVote => {
    const weight = weightOf(answer, rule);
    return toVote(answer, {
      ...(answer === backup ? { backup: true } : {}),
      ...(weight === 1 ? {} : { weight }),
      ...(rule.consensus === 'mean' ? {} : { consensus: rule.consensus }),
    });
  };
  return {
    score: reached ? combineScores(weighed, rule.consensus, rule.passLimit) : null,
    votes: all.map(vote),
    usedBackup: backup !== undefined,
    warnings: warningsOf(primaries, answers),
    ...(reached ? {} : { error: belowQuorum(all, scored.length, quorum) }),
    hits: union(scored.map((answer) => answer.hits)),
    misses: union(scored.map((answer) => answer.misses)),
    reasoning: reasoningOf(scored),
    ...spentOn(all),
  };
}
