import type { JudgingSummary } from '@assay/schema';
import { createExactSum, type ExactSum } from '../figures/exact-sum.js';
import { hashOf } from '../figures/clusters.js';
import { compareNatural } from '../natural-order.js';
import { boundedLine } from '../problems/bounded-line.js';

type Disputed = JudgingSummary['disputed'][number];

/** Criteria that are followed. Of more those with the smallest hashes: a sample that no order of rows changes. */
const MOST_CRITERIA = 4096;
const SHOWN = 5;
const CHARACTERS = 120;
/** Spreads below this are roundings. */
const NOISE = 1e-9;

interface Followed extends Pick<Disputed, 'suite' | 'suitePath' | 'criterion'> {
  readonly hash: number;
  readonly sum: ExactSum;
  questions: number;
}

function byHash([a, { hash: x }]: readonly [string, Followed], [b, { hash: y }]: readonly [string, Followed]): number {
  return x - y || (a < b ? -1 : 1);
}

/** Finds the criteria on which judges are furthest apart, in bounded memory. */
export function createDisputedCriteria() {
  const followed = new Map<string, Followed>();
  let largest = Infinity;

  function makeRoom(): void {
    if (followed.size < MOST_CRITERIA * 2) return;
    const kept = [...followed].toSorted(byHash).slice(0, MOST_CRITERIA);
    largest = kept.at(-1)?.[1].hash ?? Infinity;
    followed.clear();
    for (const [key, one] of kept) followed.set(key, one);
  }

  return {
    add({ suite, suitePath, criterion: text }: Pick<Disputed, 'suite' | 'suitePath' | 'criterion'>, spread: number): void {
      const criterion = boundedLine(text, CHARACTERS);
      const key = JSON.stringify([suitePath, suite, criterion]);
      let one = followed.get(key);
      if (!one) {
        const hash = hashOf(key);
        if (hash > largest) return;
        makeRoom();
        followed.set(key, (one = { suite, suitePath, criterion, hash, sum: createExactSum(), questions: 0 }));
      }
      one.questions += 1;
      one.sum.add(spread);
    },
    list(): readonly Disputed[] {
      return [...followed]
        .toSorted(byHash)
        .slice(0, MOST_CRITERIA)
        .map(([, { suite, suitePath, criterion, sum, questions }]) => ({ suite, suitePath, criterion, spread: sum.value() / questions, questions }))
        .filter(({ spread }) => spread > NOISE)
        .toSorted((a, b) => b.spread - a.spread || compareNatural(a.suitePath, b.suitePath) || compareNatural(a.criterion, b.criterion))
        .slice(0, SHOWN);
    },
  };
}
