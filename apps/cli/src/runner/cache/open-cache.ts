import type { ReplyCache } from '@assay/engine';
import type { EffectiveOptions } from '../../options/option-values.js';
import type { KeepingOptions } from './keep-replies.js';

export interface OpenCacheOptions extends KeepingOptions {
  readonly options: EffectiveOptions;
}

/**
 * The cache of a run; undefined when none is asked for. What keeps replies is loaded by the runs that do.
 * @throws UsageError for one that git tracks.
 */
export async function openCache({ options, ...keeping }: OpenCacheOptions): Promise<ReplyCache | undefined> {
  const said = options.of('cache');
  if (said === undefined || said === false) return undefined;
  return (await import('./keep-replies.js')).keepReplies(said, keeping);
}
