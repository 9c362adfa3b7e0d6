import type { RepeatsSummary, ResultRow } from '@assay/schema';
import { hashOf } from '../figures/clusters.js';
import { compareNatural } from '../natural-order.js';

type Flaky = RepeatsSummary['flaky'][number];

const LISTED = 50;
/** Counts of a case as one number: scored · STEP + passed. */
const STEP = 2 ** 20;
const HIGH = 2 ** 21;

/** Two hashes of the same text in one number below 2^53, so that different cases hardly ever meet. */
function keyOf(text: string): number {
  return (hashOf(`${text}\n`) % HIGH) * 2 ** 32 + hashOf(text);
}

/** How far from passing every second time. */
function certainty({ passed, scored }: Pick<Flaky, 'passed' | 'scored'>): number {
  return Math.abs(passed / scored - 0.5);
}

/** Counts how repeats of the same cases come out. Keeps two numbers of each case, and the names of those that are flaky. */
export function createRepeatTally() {
  const counts = new Map<number, number>();
  const flaky = new Map<number, Omit<Flaky, 'passed' | 'scored'>>();
  let several = 0;

  return {
    add({ score, verdict, suite, suitePath, target, variant: { label }, caseId }: ResultRow): void {
      if (score === null) return;
      const key = keyOf(JSON.stringify([suitePath, suite, target, label, caseId]));
      const count = (counts.get(key) ?? 0) + STEP + (verdict === 'pass' ? 1 : 0);
      counts.set(key, count);
      const [scored, passed] = [Math.floor(count / STEP), count % STEP];
      if (scored === 2) several += 1;
      if (passed > 0 && passed < scored && !flaky.has(key)) flaky.set(key, { suite, suitePath, target, variant: label, caseId });
    },
    /** Undefined while no case was scored more than once. */
    summary(): RepeatsSummary | undefined {
      if (several === 0) return undefined;
      const listed = [...flaky]
        .map(([key, names]): Flaky => ({ ...names, passed: (counts.get(key) ?? 0) % STEP, scored: Math.floor((counts.get(key) ?? 0) / STEP) }))
        .toSorted(
          (a, b) =>
            certainty(a) - certainty(b) ||
            compareNatural(a.suitePath, b.suitePath) ||
            compareNatural(a.caseId, b.caseId) ||
            compareNatural(a.target, b.target) ||
            compareNatural(a.variant, b.variant),
        );
      return { cases: several, flakyCount: listed.length, flaky: listed.slice(0, LISTED) };
    },
  };
}
