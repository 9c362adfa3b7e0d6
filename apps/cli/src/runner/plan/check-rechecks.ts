import { UsageError } from '@assay/schema';
import type { EffectiveOptions } from '../../options/option-values.js';
import { rechecksOf } from './repeats-of.js';
import type { RunSettings } from '../run-settings.js';

/**
 * How often single cases are asked again; undefined for a run that asks none again.
 * @throws UsageError where that cannot be
 */
export function checkRechecks({ shard, outputs, recheck }: Pick<RunSettings, 'shard' | 'outputs' | 'recheck'>, options: EffectiveOptions): number | undefined {
  const most = rechecksOf(options);
  // What settings say of runs is not about replies that are there.
  if (most === undefined || (outputs !== undefined && recheck === undefined)) return undefined;
  if (shard !== undefined) {
    throw new UsageError('--recheck cannot be said with --shard: which cases are asked again is decided by all of their repeats, and those may be in other shards', { hint: 'leave it out (--no-recheck), or have the run done by several machines with --queue' });
  }
  if (outputs !== undefined) {
    throw new UsageError('--recheck asks for more replies, and those of outputs are there', { hint: 'leave it out' });
  }
  return most;
}
