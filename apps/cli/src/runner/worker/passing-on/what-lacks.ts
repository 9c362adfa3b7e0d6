import { waitsForOthers, type ErrorInfo, type EvaluatorResult, type JobRefusal, type ResultRow } from '@assay/schema';

const UNAVAILABLE = 'unavailable';

interface Scored {
  readonly score: number | null;
  readonly error?: EvaluatorResult['error'];
  readonly judges?: EvaluatorResult['judges'];
  readonly points?: readonly Scored[] | undefined;
  readonly evaluators?: readonly Scored[] | undefined;
}

/** Whether a judge or an embedding model was not asked for a result, since it does not answer this worker. */
function lacksAssessor({ error, judges, points, evaluators }: Scored): boolean {
  return (
    error?.code === UNAVAILABLE ||
    (judges?.some((vote) => vote.error?.code === UNAVAILABLE) ?? false) ||
    (points?.some(lacksAssessor) ?? false) ||
    (evaluators?.some(lacksAssessor) ?? false)
  );
}

/** Whether a score is missing for want of one of them. Those that a panel can do without leave the score as it is. */
function isUnscoredWithout(result: Scored): boolean {
  const { score, points, evaluators } = result;
  return (score === null && lacksAssessor(result)) || (points?.some(isUnscoredWithout) ?? false) || (evaluators?.some(isUnscoredWithout) ?? false);
}

/** Whether the judges and embeddings of a row answered, as far as they were needed. */
export function hasAssessors({ evaluators }: Pick<ResultRow, 'evaluators'>): boolean {
  return !evaluators.some(isUnscoredWithout);
}

/** Whether a row is all that a worker can make of its trial. One that is to be compared with others has no verdict until then. */
export function isDone({ verdict, output, evaluators }: ResultRow): boolean {
  if (verdict !== null) return true;
  return output !== null && evaluators.some(waitsForOthers) && evaluators.every((result) => result.score !== null || waitsForOthers(result));
}

/** Who was not asked for a row that is not done, since it does not answer this worker; undefined when that is not why it is not. */
export function whatLacks(row: ResultRow): JobRefusal['lacks'] {
  if (isDone(row)) return undefined;
  if (row.error?.code === UNAVAILABLE && row.output === null) return 'target';
  return row.evaluators.some(lacksAssessor) ? 'assessors' : undefined;
}

/** Why a row is not done that lacks somebody, as it is told. */
export function whyNotDone({ error, evaluators }: ResultRow): ErrorInfo {
  // The row's own error may be that of another evaluator.
  const lacking = evaluators.find(lacksAssessor);
  if (lacking?.error) return { ...lacking.error, message: `${lacking.name}: ${lacking.error.message}` };
  return error ?? { code: UNAVAILABLE, message: 'not all who are to be asked answer this worker' };
}
