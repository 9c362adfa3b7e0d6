import { judgePair, type PairResult } from '@assay/evaluators';
import type { JudgedPair } from '@assay/reports';
import { addCost, canonicalHash, type JudgePanel } from '@assay/schema';
import { judgesIn, type KeptPairs, type Said } from './kept-pairs.js';
import type { RankedCase, RankedReply } from './replies-of-runs.js';

/** Two replies of different members to one case. */
export interface PairToJudge {
  readonly of: RankedCase;
  readonly one: RankedReply;
  readonly other: RankedReply;
  /** Says what is compared, by what and by whom: what was kept under it counts. */
  readonly key: string;
}

function contentOf({ row: { output } }: RankedReply) {
  return { text: output.text, messages: output.messages, toolCalls: output.toolCalls };
}

/** Every two replies to a case that are of different members, each pair in an order that does not depend on that of the runs. */
export function pairsOf(cases: readonly RankedCase[], criterion: string, judges: string): readonly PairToJudge[] {
  return cases.flatMap((of) => {
    const replies = of.replies.toSorted((a, b) => (a.member < b.member ? -1 : 1));
    return replies.flatMap((one, index) =>
      replies.slice(index + 1).flatMap((other): PairToJudge[] => {
        if (one.member === other.member) return [];
        const { input, expectedOutcome = null, reference = null } = one.row;
        const key = canonicalHash({ judges, criterion, input, expectedOutcome, reference, replies: [contentOf(one), contentOf(other)], repeat: one.row.repeat } as never).slice(0, 32);
        return [{ of, one, other, key }];
      }),
    );
  });
}

/** What each judge said in both orders: the first half of the votes is of the first order. */
function saidIn({ preference, votes }: PairResult): Said {
  const half = votes.length / 2;
  return {
    preference,
    orders: votes.slice(0, half).map(({ id, score }) => ({ judge: id, shownFirst: score, shownSecond: votes.slice(half).find((vote) => vote.id === id)?.score ?? null })),
  };
}

export interface JudgePairsOptions {
  readonly criterion: string;
  readonly panel: JudgePanel;
  readonly kept: KeptPairs;
  readonly signal: AbortSignal;
  /** At most so many pairs at once. */
  readonly atOnce: number;
  readonly onDone: (done: number, all: number) => void;
}

export interface JudgedPairs {
  readonly pairs: readonly JudgedPair[];
  /** Pairs that were asked about now. */
  readonly asked: number;
  /** US dollars; undefined when nothing was asked, or no price is known. */
  readonly costUsd: number | undefined;
  /** Why pairs were lost, each reason once. */
  readonly errors: readonly string[];
}

/** Has pairs judged that are not kept, or that some judge had no usable answer on, and keeps what is said of them. Rejects only when the signal aborts, or nothing can be kept. */
export async function judgePairs(pairs: readonly PairToJudge[], options: JudgePairsOptions): Promise<JudgedPairs> {
  const { criterion, panel, kept, signal, onDone } = options;
  const errors = new Set<string>();
  let [asked, done, stopped] = [0, 0, false];
  let costUsd: number | undefined;

  async function ask({ one, other, key }: PairToJudge): Promise<Said> {
    const { input, expectedOutcome = '', reference } = one.row;
    const evalCase = { inputMessages: input, expectedOutcome, expectedMessages: reference === undefined ? [] : [{ role: 'assistant' as const, content: reference }] };
    const reply = (of: RankedReply) => ({ target: of.member, variant: '', response: contentOf(of) });
    const result = await judgePair(reply(one), reply(other), { criterion, evalCase, panel, signal });
    asked += 1;
    costUsd = addCost(costUsd, result.costUsd);
    const said = saidIn(result);
    stopped ||= result.votes.some(({ error }) => error?.code === 'budget');
    const before = kept.find(key);
    // What was said before is lost to no judge that is down now.
    if (before && judgesIn(before) >= judgesIn(said)) return before;
    // What nobody could judge is asked about again next time, and so is what some judge could not.
    if (said.preference !== null) await kept.keep(key, said);
    else if (result.error) errors.add(result.error.message);
    return said;
  }

  async function judged(pair: PairToJudge): Promise<JudgedPair> {
    const { one, other, of } = pair;
    const before = kept.find(pair.key);
    const said = before && (stopped || kept.isWhole(pair.key)) ? before : stopped ? { preference: null, orders: [] } : await ask(pair);
    done += 1;
    onDone(done, pairs.length);
    return { one: one.member, other: other.member, case: of.name, ...said };
  }

  const results: JudgedPair[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < pairs.length; index = next++) {
      signal.throwIfAborted();
      results[index] = await judged(pairs[index] as PairToJudge);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.atOnce, pairs.length) }, work));
  return { pairs: results, asked, costUsd, errors: [...errors] };
}
