import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReplyCache, ScoringExecutor } from '@assay/engine';
import type { Provider } from '@assay/schema';

/** A cache that gives each repeat of a case a judgement of its own. */
export interface CacheByRepeat {
  readonly cache: ReplyCache;
  /** Has what an executor asks kept by the repeat that it is for. */
  around(executor: ScoringExecutor): ScoringExecutor;
}

/**
 * A cache knows judgements by what is asked: of one and the same reply there is one. Where they are to show how much a judge wavers, each
 * trial's own is wanted, also when it is asked for again.
 */
export function cacheByRepeat(cache: ReplyCache): CacheByRepeat {
  const repeats = new AsyncLocalStorage<number>();
  const told = (provider: Provider): Provider => ({
    ...provider,
    ...(provider.identity && {
      async identity(request) {
        const asked = await provider.identity?.(request);
        return asked === undefined ? undefined : { asked, for: repeats.getStore() ?? null };
      },
    }),
  });
  return {
    cache: { ...cache, before: (provider) => cache.before(told(provider)) },
    around: (executor) => ({
      ...executor,
      execute: (trial, how) => repeats.run(trial.repeat, () => executor.execute(trial, how)),
      rescore: (trial, row, how) => repeats.run(trial.repeat, () => executor.rescore(trial, row, how)),
    }),
  };
}
