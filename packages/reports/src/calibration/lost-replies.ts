import type { LostReplies, ResultRow } from '@assay/schema';

interface Sums {
  readonly names: Omit<LostReplies, 'replies' | 'share'>;
  replies: number;
  readonly weights: { readonly weight: number; readonly lost: boolean }[];
}

/** The part of a weight that has no score. Weights in parts of the largest, so that sums of them are numbers, however large they are. */
function shareOf(weights: Sums['weights']): number {
  const largest = weights.reduce((most, { weight }) => Math.max(most, weight), 0);
  if (largest === 0) return 0;
  const sum = (of: Sums['weights']): number => of.reduce((all, { weight }) => all + weight / largest, 0);
  return sum(weights.filter(({ lost }) => lost)) / sum(weights);
}

/** Collects which replies of a run have no score. */
export function createLostReplies(): { add(row: ResultRow): void; value(): readonly LostReplies[] } {
  const groups = new Map<string, Sums>();
  return {
    add({ suite, suitePath, target, variant, caseWeight, score }) {
      const key = JSON.stringify([suite, suitePath, target, variant.label]);
      const group = groups.get(key) ?? { names: { suite, suitePath, target, ...(variant.label === '' ? {} : { variant: variant.label }) }, replies: 0, weights: [] };
      groups.set(key, group);
      group.weights.push({ weight: caseWeight, lost: score === null });
      if (score === null) group.replies += 1;
    },
    value: () => [...groups.values()].flatMap(({ names, replies, weights }) => (replies === 0 ? [] : [{ ...names, replies, share: shareOf(weights) }])),
  };
}
