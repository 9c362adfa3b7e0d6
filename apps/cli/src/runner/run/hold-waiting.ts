import { isWaitingRow, type ResultRow } from '@assay/schema';

/** Takes the rows of a run that is done in rounds. */
export interface HeldWaiting {
  /** Counts a row; one that waits for others is held back, since the next round may compare it. */
  take(row: ResultRow): void;
  /** Counts those that wait still. To be called when no round follows. @throws StoreError */
  end(): Promise<void>;
}

/**
 * What is counted stays counted: a row that is told as one that waits, and then with its scores, would be two trials.
 * @param stored Reads what the run has stored. Of a row that is held back only its key is kept in memory.
 */
export function holdWaiting(count: (row: ResultRow) => void, stored: () => AsyncIterable<ResultRow>): HeldWaiting {
  const held = new Set<string>();
  return {
    take(row) {
      if (isWaitingRow(row)) {
        held.add(row.trialKey);
        return;
      }
      held.delete(row.trialKey);
      count(row);
    },
    async end() {
      if (held.size === 0) return;
      for await (const row of stored()) if (held.delete(row.trialKey)) count(row);
    },
  };
}
