import {
  addCost,
  addUsage,
  referenceAnswer,
  weightedMean,
  type ComparedReply,
  type ErrorInfo,
  type EvalCase,
  type JudgePanel,
  type JudgeVote,
  type PanelResult,
  type TokenUsage,
} from '@assay/schema';
import { judgedReply } from '../../panels/judged-reply.js';

/** What the judges make of two replies, in both orders. */
export interface PairResult {
  /** How far the first is preferred to the second: 1 by all judges, 0.5 for a tie, 0 the other way round; null when nobody could say. */
  readonly preference: number | null;
  readonly error?: ErrorInfo | undefined;
  /** Votes with the first reply shown first, then as many with it shown second; scores are for the first reply. Empty for equal replies. */
  readonly votes: readonly JudgeVote[];
  /** True when a judge of the panel gave no usable answer in one of the orders. */
  readonly degraded: boolean;
  readonly warnings: readonly string[];
  readonly usage?: TokenUsage | undefined;
  readonly costUsd?: number | undefined;
  readonly costIncomplete: boolean;
}

/** What replies are compared by. */
export interface PairContext {
  readonly criterion: string;
  readonly evalCase: Pick<EvalCase, 'inputMessages' | 'expectedOutcome' | 'expectedMessages'>;
  readonly panel: JudgePanel;
  readonly signal: AbortSignal;
}

const TIE: PairResult = { preference: 0.5, votes: [], degraded: false, warnings: [], costIncomplete: false };

async function ask(first: ComparedReply, second: ComparedReply, { criterion, evalCase, panel, signal }: PairContext): Promise<PanelResult> {
  const reference = referenceAnswer(evalCase.expectedMessages);
  return panel.assess(
    {
      kind: 'preference',
      scale: 'preference',
      criterion,
      input: evalCase.inputMessages,
      candidates: [judgedReply(first.response), judgedReply(second.response)],
      ...(evalCase.expectedOutcome === '' ? {} : { expectedOutcome: evalCase.expectedOutcome }),
      ...(reference === '' ? {} : { referenceAnswer: reference }),
    },
    { signal },
  );
}

/** A vote with where the reply that it is about was shown. */
function placed(vote: JudgeVote, place: 'first' | 'second'): JudgeVote {
  const score = vote.score === null || place === 'first' ? vote.score : 1 - vote.score;
  // A vote that gives no reasons says where it was shown all the same: that is how a lean towards one place is seen.
  const reflection = vote.score === null && vote.reflection === undefined ? {} : { reflection: `(shown ${place}) ${vote.reflection ?? ''}`.trimEnd() };
  return { ...vote, score, ...reflection };
}

interface Consensus {
  /** Null where no judge answered in both orders. */
  readonly preference: number | null;
  /** Judges that answered in both orders. */
  readonly usable: number;
  /** Judges that said something else when the order was turned round. */
  readonly fickle: readonly string[];
}

/** The mean, by their weights, over the judges that answered in both orders; one whose answers differ sees no difference. */
function consensus(forward: readonly JudgeVote[], backward: readonly JudgeVote[]): Consensus {
  const fickle: string[] = [];
  const preferences = forward.flatMap(({ id, score, weight = 1 }) => {
    const other = backward.find((vote) => vote.id === id)?.score ?? null;
    if (score === null || other === null) return [];
    if (score === other) return [{ score, weight }];
    fickle.push(id);
    return [{ score: 0.5, weight }];
  });
  return { preference: weightedMean(preferences).score, usable: preferences.length, fickle };
}

function lost(forward: PanelResult, backward: PanelResult, { usable }: Consensus, quorum: number): ErrorInfo {
  const { error } = forward.score === null ? forward : backward;
  const found = usable === 0 ? 'no judge gave a usable answer in both orders' : `${usable} usable answer(s) in both orders of the ${quorum} needed`;
  return error ?? { code: 'judges_failed', message: found };
}

/** Has the judges compare two replies, each shown first once. Equal replies are a tie, and nobody is asked. */
export async function judgePair(a: ComparedReply, b: ComparedReply, context: PairContext): Promise<PairResult> {
  if (JSON.stringify(judgedReply(a.response)) === JSON.stringify(judgedReply(b.response))) return TIE;
  const [forward, backward] = await Promise.all([ask(a, b, context), ask(b, a, context)]);
  const votes = [...forward.votes.map((vote) => placed(vote, 'first')), ...backward.votes.map((vote) => placed(vote, 'second'))];
  const { quorum = 1 } = context.panel;
  const found = consensus(votes.slice(0, forward.votes.length), votes.slice(forward.votes.length));
  const { preference, usable, fickle } = found;
  // A judge that answered in one order alone says nothing: the quorum is of those that answered in both.
  const reached = forward.score !== null && backward.score !== null && usable >= quorum;
  return {
    preference: reached ? preference : null,
    ...(reached && preference !== null ? {} : { error: lost(forward, backward, found, quorum) }),
    votes,
    degraded: votes.some((vote) => vote.score === null && !vote.backup),
    warnings: [
      ...new Set([...forward.warnings, ...backward.warnings]),
      ...fickle.map((id) => `judge ${id} preferred another reply when the order was turned round, which counts as a tie`),
    ],
    usage: addUsage(forward.usage, backward.usage),
    costUsd: addCost(forward.costUsd, backward.costUsd),
    costIncomplete: forward.costIncomplete === true || backward.costIncomplete === true,
  };
}

/** The same pair as the second reply sees it. */
export function turnedRound(result: PairResult): PairResult {
  const { preference, votes } = result;
  return {
    ...result,
    preference: preference === null ? null : 1 - preference,
    votes: votes.map((vote) => ({
      ...vote,
      score: vote.score === null ? null : 1 - vote.score,
      ...(vote.reflection === undefined ? {} : { reflection: vote.reflection.replace(/^\(shown (first|second)\)/u, (_, place) => `(shown ${place === 'first' ? 'second' : 'first'})`) }),
    })),
  };
}
