import type { ProgressState } from './progress-tracker.js';

/** Shortest time between two lines. */
const MIN_GAP_MS = 1000;

/** Longest time without a line: so a log shows that the run is alive. */
const KNOWN_GAP_MS = 60_000;
const UNKNOWN_GAP_MS = 10_000;

/** Tells when a log gets another progress line. */
export interface ProgressPace {
  /** True at most once for each tenth of the work, and after a while without. */
  due(state: ProgressState, now: number): boolean;
}

/**
 * Paces progress lines in logs: one per tenth of a known total, never two within a second, and
 * one a minute when nothing moves; of an unknown total one every ten seconds.
 */
export function createProgressPace(start: number): ProgressPace {
  let [lastAt, lastTenth] = [start, 0];
  return {
    due({ total, done }, now) {
      const gap = now - lastAt;
      if (gap < MIN_GAP_MS || done === total) return false;
      const tenth = total === undefined ? 0 : Math.floor((done * 10) / Math.max(total, 1));
      if (tenth === lastTenth && gap < (total === undefined ? UNKNOWN_GAP_MS : KNOWN_GAP_MS)) return false;
      [lastAt, lastTenth] = [now, tenth];
      return true;
    },
  };
}
