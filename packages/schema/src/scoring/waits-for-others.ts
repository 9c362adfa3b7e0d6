import type { EvaluatorResult } from '../domain/score.js';

/** Code of the error of a result that has no score yet, since the replies that it is compared with have not all come. */
export const WAITS_FOR_OTHERS = 'waits_for_others';

/** Code of the error of a result that has no score because there was no other reply to compare with. */
export const NOTHING_TO_COMPARE = 'nothing_to_compare';

/** True for a result that is to be compared with others yet. */
export function waitsForOthers({ error }: Pick<EvaluatorResult, 'error'>): boolean {
  return error?.code === WAITS_FOR_OTHERS;
}

/** True for a row that is stored again when its reply has been compared with others: until then it says too little. */
export function isWaitingRow({ evaluators }: { readonly evaluators: readonly Pick<EvaluatorResult, 'error'>[] }): boolean {
  return evaluators.some(waitsForOthers);
}
