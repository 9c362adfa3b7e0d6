import type { PoolState, Traffic } from '@assay/engine';
import { formatCount, formatDuration } from '@assay/reports';
import type { HoldUp } from '@assay/schema';

/** How often is looked, in milliseconds. */
const EVERY_MS = 500;
/** Less than this in all is nothing that anybody has to know. */
const WORTH_MS = 1000;

export interface HoldUpWatch {
  readonly traffic: Traffic;
  /** How the trials are; undefined before the first. */
  readonly pool: () => PoolState | undefined;
  /** Requests whose batches are waited for. Default: none are. */
  readonly inBatches?: (() => number) | undefined;
  readonly onHoldUps: (holdUps: readonly HoldUp[]) => void;
}

function holdUpsOf({ traffic, pool, inBatches }: HoldUpWatch): readonly HoldUp[] {
  const targets = traffic.heldUp();
  const trials = pool();
  const batched = inBatches?.() ?? 0;
  return [
    ...targets.flatMap(({ target, limitedMs }): readonly HoldUp[] => (limitedMs === undefined ? [] : [{ kind: 'rate_limit', target, forMs: limitedMs }])),
    ...targets.flatMap(({ target, retrying }): readonly HoldUp[] => (retrying === 0 ? [] : [{ kind: 'retries', target, count: retrying }])),
    ...targets.flatMap(({ target, stuck }): readonly HoldUp[] => (stuck === 0 ? [] : [{ kind: 'stuck', target, count: stuck }])),
    ...(batched > 0 ? [{ kind: 'batches', count: batched } as const] : []),
    ...(trials?.judgesHoldUp ? [{ kind: 'judges', count: trials.judging } as const] : []),
  ];
}

/** Tells what holds a run up, as long as something does. @returns ends that. */
export function watchHoldUps(watch: HoldUpWatch): () => void {
  let said = false;
  const look = (): void => {
    const holdUps = holdUpsOf(watch);
    if (holdUps.length > 0 || said) watch.onHoldUps(holdUps);
    said = holdUps.length > 0;
  };
  const timer = setInterval(look, EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** What was waited for in all, a line for each target that was; nothing where everything went on at once. */
export function waitNotes(traffic: Traffic): readonly string[] {
  return traffic.totals().flatMap(({ target, limitMs, refused, retries, retryMs, hedges }) => {
    const parts = [
      ...(limitMs < WORTH_MS ? [] : [`${formatDuration(limitMs)} for a rate limit`]),
      ...(retryMs < WORTH_MS ? [] : [`${formatDuration(retryMs)}, summed over all requests, before ${formatCount(retries, 'further try', 'further tries')}`]),
    ];
    const more = [
      ...(refused === 0 ? [] : [`${formatCount(refused, 'request')} refused by its limits`]),
      ...(hedges === 0 ? [] : [`${formatCount(hedges, 'request')} sent a second time`]),
    ];
    if (parts.length === 0 && hedges === 0) return [];
    const waited = parts.length === 0 ? '' : `waited ${parts.join(', and ')}`;
    return [`target "${target}": ${[waited, ...more].filter(Boolean).join('; ')}`];
  });
}
