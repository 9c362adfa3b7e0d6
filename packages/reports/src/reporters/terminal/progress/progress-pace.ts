import type { ProgressState } from './progress-tracker.js';

/** Shortest time between two lines. */
const MIN_GAP_MS = 1000;

/** Longest time without a line: so a log shows that the run is alive. */
const KNOWN_GAP_MS = 60_000;
const UNKNOWN_GAP_MS = 10_000;

/** Tells when a log gets another progress line. */
export interface ProgressPace {
  /** True at most once for each tenth of the work, when something holds the run up, and after a while without. */
  due(state: ProgressState, now: number): boolean;
}

/**
 * Paces progress lines in logs: one per tenth of a known total, never two within a second, and
 * one a minute when nothing moves; of an unknown total one every ten seconds. What holds the run up is said within a second, where no
 * line of the minute before did.
 */
export function createProgressPace(start: number): ProgressPace {
  let [lastAt, lastTenth, toldAt] = [start, 0, -Infinity];
  return {
    due({ total, done, holdUps }, now) {
      const gap = now - lastAt;
      if (gap < MIN_GAP_MS || done === total) return false;
      const tenth = total === undefined ? 0 : Math.floor((done * 10) / Math.max(total, 1));
      const isHeldUp = holdUps.length > 0;
      const isUntold = isHeldUp && now - toldAt >= KNOWN_GAP_MS;
      if (tenth === lastTenth && !isUntold && gap < (total === undefined ? UNKNOWN_GAP_MS : KNOWN_GAP_MS)) return false;
      [lastAt, lastTenth] = [now, tenth];
      if (isHeldUp) toldAt = now;
      return true;
    },
  };
}
