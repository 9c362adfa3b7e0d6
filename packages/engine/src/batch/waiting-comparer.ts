import type { Comparer } from '../execute/comparing/create-comparer.js';
import { shortHash } from '../plan/short-hash.js';
import { standingOf } from '../resume/row-standing.js';
import { lacksScores, untilItWaits } from './waiting-executor.js';

export interface WaitingComparerOptions {
  /** Told of a comparison that is made: it asks nothing more. @param settled false where it is made anew when the run is gone on with. */
  readonly onCompared: (asker: string, settled: boolean) => Promise<void>;
}

/** Compares replies with judges whose requests go into batches: `compare` rejects with TrialWaits for a group that has to wait, for those or for money. */
export function waitingComparer(comparer: Comparer, { onCompared }: WaitingComparerOptions): Comparer {
  return {
    ...comparer,
    async compare(group, { signal }) {
      const asker = `compare-${shortHash(group.map(({ trial }) => trial.key))}`;
      const compared = await untilItWaits(asker, signal, (own) => comparer.compare(group, { signal: own }), {
        isOpen: (rows, refused) => refused && rows.some(({ row }) => lacksScores(row)),
      });
      await onCompared(asker, compared.every(({ row }) => standingOf(row) === 'settled'));
      return compared;
    },
  };
}
