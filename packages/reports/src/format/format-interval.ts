import type { ScoreInterval } from '@assay/schema';
import { endsText } from './interval-ends.js';

/**
 * The ends of an interval in hundredths, rounded outwards: `0.71–0.99`. Where the trials are not observations of their own, since several
 * are of one case or conversation, or do not count as much as each other, with the number of cases and conversations: `0.71–0.99 n=12`. A
 * dash without an interval.
 * @param scored trials with a score
 * @param threshold that the score is compared with: an end that misses it is not shown as if it reached it
 */
export function formatInterval(interval: ScoreInterval | undefined, scored: number, threshold?: number): string {
  if (!interval) return '–';
  return `${endsText(interval, threshold === undefined ? [] : [threshold])}${interval.clusters < scored || interval.weighted ? ` n=${interval.clusters}` : ''}`;
}
