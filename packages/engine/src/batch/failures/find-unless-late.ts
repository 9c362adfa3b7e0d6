import type { BatchLookup } from '@assay/schema';
import type { Clock } from '../../clock/clock.js';

/**
 * A gateway may give up on a submission that the API goes on with, as may who is interrupted: a batch whose submission ended less than so many
 * milliseconds ago may be on no list yet.
 */
const ARRIVES_MS = 3_000;

interface Lateness {
  /** When its last submission ended, or began where nobody saw the end, in milliseconds since the epoch; undefined where that was refused. */
  readonly since: number | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Looks again for a batch that is not there, if it may be only late. */
export async function findUnlessLate(find: () => Promise<BatchLookup>, { since, signal, clock }: Lateness): Promise<BatchLookup> {
  const lookup = await find();
  const leftMs = since === undefined ? 0 : Math.min(ARRIVES_MS, since + ARRIVES_MS - clock.now());
  if (lookup.found !== 'no' || leftMs <= 0) return lookup;
  // Whoever looks next tells of an end.
  await clock.sleep(leftMs, signal).catch(() => undefined);
  return find();
}
