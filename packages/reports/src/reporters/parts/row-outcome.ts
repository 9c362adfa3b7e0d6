import type { ResultRow } from '@assay/schema';
import { isUnrated } from '../../statistics/is-unrated.js';

/**
 * What became of a trial, as reports count it:
 *
 * - `passed`, `borderline`, `failed`: its verdict;
 * - `open`: it has a score, and what could not be scored decides whether it fails;
 * - `unscored`: it has no score, since something was lost;
 * - `unrated`: nothing scores it.
 */
export type RowOutcome = 'passed' | 'borderline' | 'failed' | 'open' | 'unscored' | 'unrated';

const OUTCOMES = { pass: 'passed', borderline: 'borderline', fail: 'failed' } as const;

export function outcomeOf(row: ResultRow): RowOutcome {
  if (row.verdict !== null) return OUTCOMES[row.verdict];
  if (row.score !== null) return 'open';
  return isUnrated(row) ? 'unrated' : 'unscored';
}
