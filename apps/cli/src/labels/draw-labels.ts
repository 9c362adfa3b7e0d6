import { createHash } from 'node:crypto';
import type { LabelDraw } from '@assay/schema';

/** What drawing takes of a reply. */
export interface DrawnFrom {
  readonly trialKey: string;
  /** In words; empty where there is only one. */
  readonly stratum: string;
}

export interface DrawOptions {
  /** How many replies to draw in all. */
  readonly size: number;
  /** What the strata of the replies are made by. */
  readonly by: readonly string[];
  readonly seed: number;
}

/** A reply that is to be labelled, and how it was drawn. */
export interface Draw {
  readonly trialKey: string;
  readonly draw: LabelDraw;
}

/** The lot of a reply: the same whenever it is drawn with this seed, and like nothing else. */
function lotOf(seed: number, trialKey: string): string {
  return createHash('sha256').update(JSON.stringify([seed, trialKey])).digest('hex');
}

/**
 * As even a share for each stratum as there are replies: what a small one cannot take goes to the others.
 * @param sizes replies of each stratum
 */
function sharesOf(sizes: readonly number[], size: number): readonly number[] {
  const shares = sizes.map(() => 0);
  let left = Math.min(size, sizes.reduce((sum, count) => sum + count, 0));
  while (left > 0) {
    const open = sizes.flatMap((count, index) => ((shares[index] ?? 0) < count ? [index] : []));
    const each = Math.max(1, Math.floor(left / open.length));
    for (const index of open) {
      const more = Math.min(each, (sizes[index] ?? 0) - (shares[index] ?? 0), left);
      shares[index] = (shares[index] ?? 0) + more;
      left -= more;
    }
  }
  return shares;
}

/**
 * Draws replies to be labelled: from each stratum as many, all of one with the same chance. A larger size draws the same replies and more.
 * They come in an order that is random within each stratum and takes all strata in turn, so that any beginning of it is a random sample too.
 */
export function drawLabels(replies: readonly DrawnFrom[], { size, by, seed }: DrawOptions): readonly Draw[] {
  const strata = new Map<string, string[]>();
  for (const { trialKey, stratum } of replies) {
    const keys = strata.get(stratum) ?? [];
    strata.set(stratum, keys);
    keys.push(trialKey);
  }
  const sorted = [...strata].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shares = sharesOf(sorted.map(([, { length }]) => length), size);
  const drawn = sorted.flatMap(([stratum, keys], index) => {
    const share = shares[index] ?? 0;
    return keys
      .map((trialKey) => ({ trialKey, lot: lotOf(seed, trialKey) }))
      .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
      .slice(0, share)
      .map(({ trialKey, lot }, place) => ({ trialKey, lot, turn: (place + 0.5) / share, draw: { chance: share / keys.length, of: keys.length, stratum, by, seed, size } }));
  });
  return drawn.toSorted((a, b) => a.turn - b.turn || (a.lot < b.lot ? -1 : 1)).map(({ trialKey, draw }) => ({ trialKey, draw }));
}
