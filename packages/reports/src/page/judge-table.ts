import type { JudgeDispute, JudgeFacts, JudgeVote, ResultRow } from '@assay/schema';
import { clusterOf } from '../statistics/figures/cluster-of.js';
import { createQuantiles, type Quantiles } from '../statistics/figures/quantiles.js';
import { createRangedMean, type RangedMean } from '../statistics/figures/ranged-mean.js';
import { questionsOf, type Question } from '../statistics/judging/questions-of.js';
import { boundedLine } from '../statistics/problems/bounded-line.js';

const SHOWN = 5;
/** Disputes that are kept for the case that the row of one goes. */
const KEPT_DISPUTES = 20;
/** Most different errors of a judge that are counted apart. */
const MOST_ERRORS = 100;
const MESSAGE_CHARACTERS = 200;
const CRITERION_CHARACTERS = 120;

interface Judge {
  readonly id: string;
  readonly model: string;
  asked: number;
  lost: number;
  readonly scores: RangedMean;
  /** On criteria that others gave a score for, too. */
  readonly leans: RangedMean;
  input: number;
  output: number;
  /** Votes that reported their tokens. */
  told: number;
  cost: number;
  priced: number;
  /** Votes with tokens whose price is not known, or not all of it. */
  unpriced: number;
  /** Of what no cache answered, in milliseconds. A row that goes takes nothing back: the time was taken. */
  readonly times: Quantiles;
  readonly errors: Map<string, number>;
  disputes: JudgeDispute[];
}

/** Where a question stands. */
interface At {
  readonly position: number;
  /** The case or conversation. */
  readonly unit: string;
}

function distance({ score, others }: JudgeDispute): number {
  return Math.abs(score - others);
}

function timeOf(times: Quantiles): JudgeFacts['time'] {
  const [median, p95] = [times.at(0.5), times.at(0.95)];
  return median === null || p95 === null ? null : { median, p95 };
}

function factsOf(judge: Judge): JudgeFacts {
  const { id, model, asked, lost, scores, leans, told, input, output, priced, cost, unpriced, times, errors, disputes } = judge;
  const [mean, lean] = [scores.value(), leans.value()];
  return {
    id,
    model,
    asked,
    lost,
    lean: lean?.mean ?? null,
    ...(lean ? { leanInterval: lean.interval } : {}),
    mean: mean?.mean ?? null,
    ...(mean ? { meanInterval: mean.interval } : {}),
    tokens: told === 0 ? null : { input, output },
    // What is taken back leaves the errors of floating-point sums.
    cost: priced === 0 ? null : Math.max(0, cost),
    unpriced: unpriced > 0,
    time: timeOf(times),
    errors: [...errors]
      .map(([message, count]) => ({ message, count }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, SHOWN),
    disputes: disputes.slice(0, SHOWN),
  };
}

function countFigures(judge: Judge, { usage, costUsd, costIncomplete, latencyMs, cached }: JudgeVote, sign: 1 | -1): void {
  if (usage) {
    judge.told += sign;
    judge.input += sign * usage.inputTokens;
    judge.output += sign * usage.outputTokens;
  }
  if (costUsd !== undefined) {
    judge.priced += sign;
    judge.cost += sign * costUsd;
  }
  if (costIncomplete || (usage && costUsd === undefined)) judge.unpriced += sign;
  if (sign === 1 && latencyMs !== undefined && !cached) judge.times.add(latencyMs);
}

/** What the judges of a run did, over all rows that count. Holds the same however many rows there are. */
export class JudgeTable {
  readonly #judges = new Map<string, Judge>();

  add(row: ResultRow, position: number): void {
    for (const question of questionsOf(row.evaluators)) this.#count(question, 1, { position, unit: clusterOf(row) });
  }

  /** A row that was added does not count any more. */
  remove(row: ResultRow, position: number): void {
    for (const question of questionsOf(row.evaluators)) this.#count(question, -1, { position, unit: clusterOf(row) });
    for (const judge of this.#judges.values()) judge.disputes = judge.disputes.filter((dispute) => dispute.position !== position);
  }

  /** In the order in which they were first asked. */
  facts(): readonly JudgeFacts[] {
    return [...this.#judges.values()]
      .filter(({ asked }) => asked > 0)
      .map(factsOf);
  }

  #judge({ id, model }: JudgeVote): Judge {
    const known = this.#judges.get(id);
    if (known) return known;
    const judge: Judge = { id, model, asked: 0, lost: 0, scores: createRangedMean({ low: 0, high: 1 }), leans: createRangedMean({ low: -1, high: 1 }), input: 0, output: 0, told: 0, cost: 0, priced: 0, unpriced: 0, times: createQuantiles(), errors: new Map(), disputes: [] };
    this.#judges.set(id, judge);
    return judge;
  }

  #count({ criterion, votes }: Question, sign: 1 | -1, at: At): void {
    const { unit } = at;
    const scored = votes.filter(({ score }) => score !== null);
    const sum = scored.reduce((total, { score }) => total + (score ?? 0), 0);
    for (const vote of votes) {
      const judge = this.#judge(vote);
      judge.asked += sign;
      countFigures(judge, vote, sign);
      if (vote.score === null) {
        judge.lost += sign;
        this.#countError(judge, vote, sign);
        continue;
      }
      const change = sign === 1 ? 'add' : 'remove';
      judge.scores[change](vote.score, unit);
      if (scored.length < 2) continue;
      const others = (sum - vote.score) / (scored.length - 1);
      judge.leans[change](vote.score - others, unit);
      if (sign === 1) this.#dispute(judge, { position: at.position, criterion, score: vote.score, others });
    }
  }

  #countError({ errors }: Judge, { error }: JudgeVote, sign: 1 | -1): void {
    const message = boundedLine(error?.message ?? error?.code ?? 'no usable answer', MESSAGE_CHARACTERS);
    const known = errors.get(message);
    if (known !== undefined || errors.size < MOST_ERRORS) errors.set(message, (known ?? 0) + sign);
  }

  /** Keeps it when it is among the furthest. */
  #dispute(judge: Judge, dispute: JudgeDispute): void {
    const far = distance(dispute);
    const last = judge.disputes.at(-1);
    if (far === 0 || (judge.disputes.length === KEPT_DISPUTES && last && distance(last) >= far)) return;
    const bounded = { ...dispute, criterion: boundedLine(dispute.criterion, CRITERION_CHARACTERS) };
    judge.disputes = [...judge.disputes, bounded].toSorted((a, b) => distance(b) - distance(a) || a.position - b.position).slice(0, KEPT_DISPUTES);
  }
}
