import { addCost, type RecheckedCase, type RechecksSummary, type ResultRow } from '@assay/schema';
import { spentInRun } from '../statistics/figures/spent-in-run.js';
import { compareNatural } from '../statistics/natural-order.js';
import { placeOfRow, type RecheckPlace, type RecheckTally } from './recheck-tally.js';

const LISTED = 200;

interface Counts {
  readonly place: RecheckPlace;
  passed: number;
  scored: number;
}

/** What asking single cases again comes to. */
export interface RechecksSum {
  /** A case that is asked again, whether it has rows already or not. */
  expect(place: RecheckPlace): void;
  /** The row of a recheck; its case need not have been expected. */
  add(row: ResultRow): void;
  /** What the case of a row comes to; undefined for one that was neither expected nor asked again. */
  of(row: ResultRow): RecheckedCase | undefined;
  summary(): RechecksSummary;
}

function rechecked({ place, passed, scored }: Counts, tally: RecheckTally): RecheckedCase {
  const planned = tally.countsOf(place);
  const [passedInAll, scoredInAll] = [planned.passed + passed, planned.scored + scored];
  // Without a reason any more: its planned rows were asked for again since.
  const reason = tally.reasonOf(place) ?? 'flips';
  return { ...place, reason, ...planned, passedInAll, scoredInAll, flaky: passedInAll > 0 && passedInAll < scoredInAll };
}

/** @param tally of all planned repeats. @param most times that a case is asked again. */
export function createRechecksSum(tally: RecheckTally, most: number): RechecksSum {
  const cases = new Map<string, Counts>();
  let [done, unscored] = [0, 0];
  let cost: number | undefined;
  let costIncomplete = false;
  const keyOf = ({ suitePath, suite, target, variant, caseId }: RecheckPlace): string => JSON.stringify([suitePath, suite, target, variant, caseId]);
  const countsOf = (place: RecheckPlace): Counts => {
    const key = keyOf(place);
    let counts = cases.get(key);
    if (!counts) cases.set(key, (counts = { place, passed: 0, scored: 0 }));
    return counts;
  };
  return {
    expect: (place) => void countsOf(place),
    add(row) {
      const counts = countsOf(placeOfRow(row));
      const { costUsd, judgeCostUsd, costIncomplete: isPartKnown } = spentInRun(row);
      done += 1;
      cost = addCost(cost, addCost(costUsd, judgeCostUsd));
      costIncomplete ||= isPartKnown;
      if (row.score === null) {
        unscored += 1;
        return;
      }
      counts.scored += 1;
      if (row.verdict === 'pass') counts.passed += 1;
    },
    of(row) {
      const counts = cases.get(keyOf(placeOfRow(row)));
      return counts && rechecked(counts, tally);
    },
    summary() {
      const all = [...cases.values()].map((counts) => rechecked(counts, tally));
      const sorted = all.toSorted(
        (a, b) =>
          compareNatural(a.suitePath, b.suitePath) ||
          compareNatural(a.suite, b.suite) ||
          compareNatural(a.caseId, b.caseId) ||
          compareNatural(a.target, b.target) ||
          compareNatural(a.variant, b.variant),
      );
      return {
        most,
        cases: all.length,
        planned: all.length * most,
        done,
        ...(unscored > 0 ? { unscored } : {}),
        flakyCount: all.filter(({ flaky }) => flaky).length,
        list: sorted.slice(0, LISTED),
        ...(cost === undefined ? {} : { costUsd: cost }),
        ...(costIncomplete ? { costIncomplete } : {}),
      };
    },
  };
}
