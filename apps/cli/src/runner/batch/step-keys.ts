import type { ResultStore, TrialKeys } from '@assay/schema';

/** A store that knows which trials it has rows of since it was opened. */
export interface StepKeys {
  readonly store: ResultStore;
  /** Trials that are not to be run: those that were done before, and those of these rows. */
  readonly done: TrialKeys;
}

/** @param before Trials that were done when the run was gone on with. */
export function stepKeys(store: ResultStore, before: TrialKeys | undefined): StepKeys {
  const stored = new Set<string>();
  return {
    store: {
      ...store,
      async append(row) {
        await store.append(row);
        stored.add(row.trialKey);
      },
    },
    done: {
      has: (key) => stored.has(key) || before?.has(key) === true,
      get size() {
        return (before?.size ?? 0) + stored.size;
      },
    },
  };
}
