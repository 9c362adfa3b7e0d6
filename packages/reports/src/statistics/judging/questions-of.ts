import type { EvaluatorResult, JudgeVote } from '@assay/schema';

/** One question that was put to judges. */
export interface Question {
  /** The line of the rubric, or the name of the evaluator. */
  readonly criterion: string;
  readonly votes: readonly JudgeVote[];
}

/** The questions about one reply, those of members of composites included. */
export function* questionsOf(results: readonly EvaluatorResult[]): Generator<Question> {
  for (const { name, judges, points, evaluators } of results) {
    if (judges?.length) yield { criterion: name, votes: judges };
    for (const point of points ?? []) if (point.judges?.length) yield { criterion: point.text, votes: point.judges };
    if (evaluators?.length) yield* questionsOf(evaluators);
  }
}
