import { spentOnFormerPlaces, type FormerRow, type FormerRows, type ResumeLedger } from '@assay/engine';
import { spentInRun } from '@assay/reports';
import { addCost, type ResultRow, type ResumedSummary } from '@assay/schema';

/** Counts what one part of a run does. */
export interface PartOfRun {
  add(row: ResultRow): void;
  /** Trials of the run that have a stored row. */
  readonly rows: number;
  /** Undefined for a run in one part. */
  readonly summary: ResumedSummary | undefined;
}

/** The row without what its reply cost, which was paid for in an earlier part. */
function onlyScored({ costUsd: _cost, costIncomplete: _incomplete, ...row }: ResultRow): ResultRow {
  return row;
}

function judgeCost(row: ResultRow): number | undefined {
  return spentInRun(onlyScored(row)).judgeCostUsd;
}

/**
 * @param ledger what was there before; undefined for a run that begins.
 * @param former what rows said whose replies were compared again, which are taken out as they are added.
 */
export function partOfRun(ledger: Pick<ResumeLedger, 'size' | 'stored' | 'outside' | 'placeOf'> | undefined, former: FormerRows = new Map()): PartOfRun {
  let [asked, rescored, unchanged] = [0, 0, 0];
  let cost: number | undefined;
  let costIncomplete = false;
  const addSpent = (row: ResultRow, before: FormerRow | undefined): void => {
    const spent = spentInRun(row);
    // Its own judging, where that stays, and the places that do.
    const earlier = before && addCost(before.kept && judgeCost({ ...row, ...before.kept }), spentOnFormerPlaces(row, before));
    const judging = spent.judgeCostUsd === undefined || earlier === undefined ? spent.judgeCostUsd : Math.max(0, spent.judgeCostUsd - earlier);
    cost = addCost(cost, addCost(spent.costUsd, judging));
    costIncomplete ||= spent.costIncomplete;
  };
  return {
    add(row) {
      const again = ledger?.placeOf(row.trialKey) !== undefined;
      const before = again ? former.get(row.trialKey) : undefined;
      former.delete(row.trialKey);
      // What was compared anew has another end.
      if (before?.kept && before.row.finishedAt === row.finishedAt && before.row.verdict === row.verdict) {
        unchanged += 1;
        return;
      }
      if (again) rescored += 1;
      else asked += 1;
      if (ledger) addSpent(again ? onlyScored(row) : row, before);
    },
    get rows() {
      return ledger?.stored ?? asked;
    },
    get summary() {
      return ledger && { kept: ledger.size + unchanged, asked, rescored, outside: ledger.outside, ...(cost === undefined ? {} : { costUsd: cost }), costIncomplete };
    },
  };
}
