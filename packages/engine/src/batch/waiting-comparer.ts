import type { ComparedTrial, Comparer } from '../execute/comparing/create-comparer.js';
import { shortHash } from '../plan/short-hash.js';
import { standingOf } from '../resume/row-standing.js';
import { lacksScores, untilItWaits } from './waiting-executor.js';

export interface WaitingComparerOptions {
  /** Told of a comparison that is made, and is made anew when the run is gone on with: it asks nothing more until then. */
  readonly onOpen: (asker: string) => Promise<void>;
  /** Told of a comparison whose rows are stored and have all that it was to find: what it asked is needed no more. */
  readonly onSettled: (asker: string) => Promise<void>;
}

const askerOf = (group: readonly ComparedTrial[]): string => `compare-${shortHash(group.map(({ trial }) => trial.key))}`;
const isSettled = (compared: readonly ComparedTrial[]): boolean => compared.every(({ row }) => standingOf(row) === 'settled');

/** Compares replies with judges whose requests go into batches: `compare` rejects with TrialWaits for a group that has to wait, for those or for money. */
export function waitingComparer(comparer: Comparer, { onOpen, onSettled }: WaitingComparerOptions): Comparer {
  return {
    ...comparer,
    async compare(group, { signal }) {
      const asker = askerOf(group);
      const compared = await untilItWaits(asker, signal, (own) => comparer.compare(group, { signal: own }), {
        isOpen: (rows, refused) => refused && rows.some(({ row }) => lacksScores(row)),
      });
      if (!isSettled(compared)) await onOpen(asker);
      return compared;
    },
    async stored(group, compared) {
      if (isSettled(compared)) await onSettled(askerOf(group));
    },
  };
}
