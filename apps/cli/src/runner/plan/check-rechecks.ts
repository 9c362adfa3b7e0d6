import { UsageError } from '@assay/schema';
import type { EffectiveOptions } from '../../options/option-values.js';
import { wordsOf } from '../../options/option-words.js';
import { rechecksOf } from './repeats-of.js';
import type { RunSettings } from '../run-settings.js';

/**
 * How often single cases are asked again; undefined for a run that asks none again.
 * @throws UsageError where that cannot be
 */
export function checkRechecks(settings: Pick<RunSettings, 'shard' | 'outputs' | 'recheck' | 'words'>, options: EffectiveOptions): number | undefined {
  const { shard, outputs, recheck } = settings;
  const { say } = wordsOf(settings);
  const most = rechecksOf(options);
  // What settings say of runs is not about replies that are there.
  if (most === undefined || (outputs !== undefined && recheck === undefined)) return undefined;
  if (shard !== undefined) {
    throw new UsageError(`${say('recheck')} cannot be said with ${say('shard')}: which cases are asked again is decided by all of their repeats, and those may be in other shards`, { hint: `leave it out (${say('recheck', false)}), or have the run done by several machines with ${say('queue')}` });
  }
  if (outputs !== undefined) {
    throw new UsageError(`${say('recheck')} asks for more replies, and those of outputs are there`, { hint: 'leave it out' });
  }
  return most;
}
