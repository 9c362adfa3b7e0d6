import type { RepeatsSummary, ResultRow } from '@assay/schema';
import { textHash } from '../figures/text-hash.js';
import { compareNatural } from '../natural-order.js';
import { createHashCounts, type HashCounts } from './hash-counts.js';

type Flaky = RepeatsSummary['flaky'][number];

const LISTED = 50;
/** Counts of a case as one number: scored · STEP + passed. */
const STEP = 2 ** 20;

/** The cases of one suite on one target in one variant. */
interface Group {
  readonly names: Pick<ResultRow, 'suite' | 'suitePath' | 'target'> & { readonly variant: string };
  readonly counts: HashCounts;
  /** Ids of those that are flaky, by their hashes. */
  readonly flaky: Map<number, string>;
}

function createGroup({ suite, suitePath, target, variant }: ResultRow): Group {
  return { names: { suite, suitePath, target, variant: variant.label }, counts: createHashCounts(), flaky: new Map() };
}

function listOf({ names, counts, flaky }: Group): readonly Flaky[] {
  return [...flaky].map(([hash, caseId]) => ({ ...names, caseId, passed: counts.get(hash) % STEP, scored: Math.floor(counts.get(hash) / STEP) }));
}

/** How far from passing every second time. */
function certainty({ passed, scored }: Pick<Flaky, 'passed' | 'scored'>): number {
  return Math.abs(passed / scored - 0.5);
}

/** Counts how repeats of the same cases come out. Keeps two numbers of each case, and the names of those that are flaky. */
export function createRepeatTally() {
  const groups = new Map<string, Group>();
  let several = 0;
  /** The group of the row before, which is nearly always that of the next one. */
  let last: Group | undefined;

  function groupOf(row: ResultRow): Group {
    const { suite, suitePath, target, variant } = row;
    if (last?.names.suite === suite && last.names.suitePath === suitePath && last.names.target === target && last.names.variant === variant.label) return last;
    const key = JSON.stringify([suitePath, suite, target, variant.label]);
    last = groups.get(key);
    if (!last) groups.set(key, (last = createGroup(row)));
    return last;
  }

  return {
    add(row: ResultRow): void {
      if (row.score === null) return;
      const { counts, flaky } = groupOf(row);
      const hash = textHash(row.caseId);
      const count = counts.add(hash, STEP + (row.verdict === 'pass' ? 1 : 0));
      const [scored, passed] = [Math.floor(count / STEP), count % STEP];
      if (scored === 2) several += 1;
      if (passed > 0 && passed < scored && !flaky.has(hash)) flaky.set(hash, row.caseId);
    },
    /** Undefined while no case was scored more than once. */
    summary(): RepeatsSummary | undefined {
      if (several === 0) return undefined;
      const listed = [...groups.values()]
        .flatMap(listOf)
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
