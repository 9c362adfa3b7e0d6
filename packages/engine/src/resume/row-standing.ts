import { isWaitingRow, NOTHING_TO_SCORE, type ResultRow } from '@assay/schema';
import { isEmptyReply, saidNothingOnPurpose } from '../execute/asking/empty-reply.js';

/**
 * What a stored row is worth to a run that goes on:
 * - `settled`: it has a verdict, or nothing could give it one;
 * - `to-score`: there is a reply, and judges or scripts that failed leave its verdict open, or it has not been compared with others;
 * - `to-ask`: there is no reply.
 */
export type RowStanding = 'settled' | 'to-score' | 'to-ask';

/** True for a reply that can be scored without being asked for again: an empty one only if it was an answer. */
export function hasReply({ output, score }: ResultRow): boolean {
  return output !== null && (score !== null || !isEmptyReply(output) || saidNothingOnPurpose(output));
}

/** What a stored row is worth to a run that goes on, by its verdict and its reply. */
export function standingOf(row: ResultRow): RowStanding {
  // Whatever its verdict is: it has no place among the others yet, and is told of when it has.
  if (isWaitingRow(row)) return 'to-score';
  if (row.verdict !== null || row.error?.code === NOTHING_TO_SCORE) return 'settled';
  return hasReply(row) ? 'to-score' : 'to-ask';
}
