import type { EvaluatorResult, JudgeDispute, JudgeFacts, JudgeVote, ResultRow } from '@assay/schema';
import { boundedLine } from '../statistics/problems/bounded-line.js';

const SHOWN = 5;
/** Disputes that are kept for the case that the row of one goes. */
const KEPT_DISPUTES = 20;
/** Most different errors of a judge that are counted apart. */
const MOST_ERRORS = 100;
const MESSAGE_CHARACTERS = 200;
const CRITERION_CHARACTERS = 120;

/** One question that was put to judges. */
interface Question {
  readonly criterion: string;
  readonly votes: readonly JudgeVote[];
}

interface Judge {
  readonly id: string;
  readonly model: string;
  asked: number;
  lost: number;
  scores: number;
  scoreSum: number;
  /** Criteria that others gave a score for, too. */
  shared: number;
  leanSum: number;
  readonly errors: Map<string, number>;
  disputes: JudgeDispute[];
}

function* questionsOf(results: readonly EvaluatorResult[]): Generator<Question> {
  for (const { name, judges, points, evaluators } of results) {
    if (judges?.length) yield { criterion: name, votes: judges };
    for (const point of points ?? []) if (point.judges?.length) yield { criterion: point.text, votes: point.judges };
    if (evaluators?.length) yield* questionsOf(evaluators);
  }
}

function distance({ score, others }: JudgeDispute): number {
  return Math.abs(score - others);
}

/** What the judges of a run did, over all rows that count. Holds the same however many rows there are. */
export class JudgeTable {
  readonly #judges = new Map<string, Judge>();

  add(row: ResultRow, position: number): void {
    for (const question of questionsOf(row.evaluators)) this.#count(question, 1, position);
  }

  /** A row that was added does not count any more. */
  remove(row: ResultRow, position: number): void {
    for (const question of questionsOf(row.evaluators)) this.#count(question, -1, position);
    for (const judge of this.#judges.values()) judge.disputes = judge.disputes.filter((dispute) => dispute.position !== position);
  }

  /** In the order in which they were first asked. */
  facts(): readonly JudgeFacts[] {
    return [...this.#judges.values()]
      .filter(({ asked }) => asked > 0)
      .map(({ id, model, asked, lost, scores, scoreSum, shared, leanSum, errors, disputes }) => ({
        id,
        model,
        asked,
        lost,
        lean: shared === 0 ? null : leanSum / shared,
        mean: scores === 0 ? null : scoreSum / scores,
        errors: [...errors]
          .map(([message, count]) => ({ message, count }))
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => b.count - a.count)
          .slice(0, SHOWN),
        disputes: disputes.slice(0, SHOWN),
      }));
  }

  #judge({ id, model }: JudgeVote): Judge {
    const known = this.#judges.get(id);
    if (known) return known;
    const judge: Judge = { id, model, asked: 0, lost: 0, scores: 0, scoreSum: 0, shared: 0, leanSum: 0, errors: new Map(), disputes: [] };
    this.#judges.set(id, judge);
    return judge;
  }

  #count({ criterion, votes }: Question, sign: 1 | -1, position: number): void {
    const scored = votes.filter(({ score }) => score !== null);
    const sum = scored.reduce((total, { score }) => total + (score ?? 0), 0);
    for (const vote of votes) {
      const judge = this.#judge(vote);
      judge.asked += sign;
      if (vote.score === null) {
        judge.lost += sign;
        this.#countError(judge, vote, sign);
        continue;
      }
      judge.scores += sign;
      judge.scoreSum += sign * vote.score;
      if (scored.length < 2) continue;
      const others = (sum - vote.score) / (scored.length - 1);
      judge.shared += sign;
      judge.leanSum += sign * (vote.score - others);
      if (sign === 1) this.#dispute(judge, { position, criterion, score: vote.score, others });
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
