import type { RepeatedPasses, RepeatsSummary, ResultRow } from '@assay/schema';
import { textHash } from '../figures/text-hash.js';
import { compareNatural } from '../natural-order.js';
import { createHashCounts, type HashCounts } from './hash-counts.js';
import { createHashSample } from './hash-sample.js';
import { type CaseCount, repeatedPasses } from './repeated-passes.js';

type Flaky = RepeatsSummary['flaky'][number];

const LISTED = 50;
/** Flaky cases whose names are kept, some 200 bytes each: of more, those that are listed come of so many of them. */
const NAMED = 10_000;
/** Counts of a case as one number, of repeats with a verdict: scored · STEP + passed. */
const STEP = 2 ** 20;

/** The cases of one suite on one target in one variant. */
interface Group {
  readonly names: Pick<ResultRow, 'suite' | 'suitePath' | 'target'> & { readonly variant: string };
  readonly key: string;
  readonly counts: HashCounts;
  /** The conversations of cases that are turns of one, hashes of both; undefined while there is none. */
  conversations: Map<number, number> | undefined;
  /** The last repeat that was planned of any case. */
  repeats: number;
}

/** A case that is flaky, by its hash in its group. */
interface Named {
  readonly group: Group;
  readonly hash: number;
  readonly caseId: string;
}

function createGroup({ suite, suitePath, target, variant }: ResultRow, key: string): Group {
  return { names: { suite, suitePath, target, variant: variant.label }, key, counts: createHashCounts(), conversations: undefined, repeats: 0 };
}

function* countsOf({ counts, conversations }: Group): Generator<CaseCount> {
  for (const [hash, count] of counts.entries()) yield { passed: count % STEP, scored: Math.floor(count / STEP), conversation: conversations?.get(hash) };
}

function passesOf(groups: Iterable<Group>): RepeatedPasses[] {
  return [...groups]
    .filter(({ repeats }) => repeats > 1)
    .map((group) => ({ ...group.names, ...repeatedPasses(countsOf(group), group.repeats) }))
    .toSorted(
      (a, b) =>
        compareNatural(a.suitePath, b.suitePath) || compareNatural(a.suite, b.suite) || compareNatural(a.target, b.target) || compareNatural(a.variant, b.variant),
    );
}

/** Once a case is flaky it remains so. */
function isFlaky(passed: number, scored: number): boolean {
  return passed > 0 && passed < scored;
}

function listed({ group: { names, counts }, hash, caseId }: Named): Flaky {
  return { ...names, caseId, passed: counts.get(hash) % STEP, scored: Math.floor(counts.get(hash) / STEP) };
}

/** How far from passing every second time. */
function certainty({ passed, scored }: Pick<Flaky, 'passed' | 'scored'>): number {
  return Math.abs(passed / scored - 0.5);
}

/** Counts how repeats of the same cases come out. Keeps two numbers of each case, and the names of a bounded number of those that are flaky. */
export function createRepeatTally() {
  const groups = new Map<string, Group>();
  const named = createHashSample<Named>(NAMED);
  let several = 0;
  let flakyCount = 0;
  /** The group of the row before, which is nearly always that of the next one. */
  let last: Group | undefined;

  function groupOf(row: ResultRow): Group {
    const { suite, suitePath, target, variant } = row;
    if (last?.names.suite === suite && last.names.suitePath === suitePath && last.names.target === target && last.names.variant === variant.label) return last;
    const key = JSON.stringify([suitePath, suite, target, variant.label]);
    last = groups.get(key);
    if (!last) groups.set(key, (last = createGroup(row, key)));
    return last;
  }

  return {
    add(row: ResultRow): void {
      const group = groupOf(row);
      const { caseId, conversationId } = row;
      const hash = textHash(caseId);
      group.repeats = Math.max(group.repeats, row.repeat);
      if (conversationId !== undefined) (group.conversations ??= new Map()).set(hash, textHash(conversationId));
      // What a lost judge left open is neither a pass nor a fail.
      if (row.score === null || row.verdict === null) {
        // A case is one of the group's even if none of its repeats has a verdict.
        group.counts.add(hash, 0);
        return;
      }
      const pass = row.verdict === 'pass' ? 1 : 0;
      const count = group.counts.add(hash, STEP + pass);
      const scored = Math.floor(count / STEP);
      const passed = count % STEP;
      if (scored === 2) several += 1;
      if (!isFlaky(passed, scored) || isFlaky(passed - pass, scored - 1)) return;
      flakyCount += 1;
      named.add(textHash(`${group.key}${caseId}`), { group, hash, caseId });
    },
    /** Undefined while no case was scored more than once. */
    summary(): RepeatsSummary | undefined {
      if (several === 0) return undefined;
      const first = named
        .things()
        .map(listed)
        .toSorted(
          (a, b) =>
            certainty(a) - certainty(b) ||
            compareNatural(a.suitePath, b.suitePath) ||
            compareNatural(a.suite, b.suite) ||
            compareNatural(a.caseId, b.caseId) ||
            compareNatural(a.target, b.target) ||
            compareNatural(a.variant, b.variant),
        );
      return { cases: several, flakyCount, flaky: first.slice(0, LISTED), passes: passesOf(groups.values()) };
    },
  };
}
