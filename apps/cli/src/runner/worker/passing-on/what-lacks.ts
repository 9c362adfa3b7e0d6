import type { EvaluatorResult, JobRefusal, ResultRow } from '@assay/schema';

const UNAVAILABLE = 'unavailable';

interface Scored {
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

/** Who was not asked for a row that has no verdict, since it does not answer this worker; undefined when that is not why it has none. */
export function whatLacks({ verdict, error, output, evaluators }: ResultRow): JobRefusal['lacks'] {
  if (verdict !== null) return undefined;
  if (error?.code === UNAVAILABLE && output === null) return 'target';
  return evaluators.some(lacksAssessor) ? 'assessors' : undefined;
}
