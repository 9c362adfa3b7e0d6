import type { PaidAmount } from './on-disk/paid-amount.js';

/**
 * What is known of a request of a run, and how it is:
 * - `pending`: it is in a batch whose results are not there;
 * - `settled`: something came of it, which is stored;
 * - `again`: it failed, and goes into the next batch.
 */
export interface RequestEntry {
  state: 'pending' | 'settled' | 'again';
  /** Batches that it failed in. */
  tries: number;
  /** The batch that it was in last. */
  batch: string;
  /** Where what came of it stands. */
  place: { readonly start: number; readonly length: number } | undefined;
  /** What of a budget stands as taken for it, until it is known what it took. */
  paid: PaidAmount | undefined;
  /** Target of that batch; undefined for one that was never begun. */
  target: string | undefined;
}
