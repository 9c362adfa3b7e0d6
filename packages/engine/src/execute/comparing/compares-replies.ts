import type { EvalCase, EvaluatorDefinition } from '@assay/schema';

/** True when an entry of a case compares its reply with those of other targets and variants. */
export function comparesReplies({ evaluators }: Pick<EvalCase, 'evaluators'>, evaluatorFor: (type: string) => EvaluatorDefinition | undefined): boolean {
  return evaluators.some(({ type }) => evaluatorFor(type)?.compare !== undefined);
}
