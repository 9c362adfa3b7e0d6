import type { Clock } from '../clock/clock.js';
import type { LatencyRecord } from './latency-record.js';

/** A reply is late that takes so many times as long as nearly all others, and at least so long, in milliseconds. */
const LATE = { times: 3, leastMs: 1_000 };
/** From then on the request is stuck. */
const STUCK = { times: 8, leastMs: 15_000 };
/** While nothing is known of other replies, the place of a request is given to another after so long, in milliseconds. */
const UNKNOWN_MS = 60_000;
/** How often is looked meanwhile. */
const LOOK_MS = 5_000;

/** Time-outs below this are over before anything is stuck. */
export const LEAST_STUCK_MS = STUCK.leastMs;

export interface StallWatch {
  readonly latencies: LatencyRecord;
  readonly clock: Clock;
  /** Milliseconds that the target has had for its reply. */
  readonly elapsedMs: () => number;
  /** Told, again and again, that the reply is late. @param known Whether others of the target came in less time. */
  readonly onLate: (known: boolean) => void;
  /** Told once that the request is stuck. */
  readonly onStuck: () => void;
}

/** Watches for a reply that does not come. @returns ends the watch. */
export function watchForStall({ latencies, clock, elapsedMs, onLate, onStuck }: StallWatch): () => void {
  let stop: () => void = () => undefined;
  const again = (ms: number): void => {
    stop = clock.timer(Math.max(1, Math.ceil(ms)), look);
  };
  const look = (): void => {
    const { usual } = latencies;
    const elapsed = elapsedMs();
    if (usual === undefined) {
      if (elapsed >= UNKNOWN_MS) onLate(false);
      return again(LOOK_MS);
    }
    const stuckMs = Math.max(STUCK.leastMs, STUCK.times * usual);
    if (elapsed >= stuckMs) return onStuck();
    const lateMs = Math.max(LATE.leastMs, LATE.times * usual);
    if (elapsed < lateMs) return again(lateMs - elapsed);
    onLate(true);
    again(Math.min(LATE.leastMs, stuckMs - elapsed));
  };
  again(LATE.leastMs);
  return () => stop();
}
