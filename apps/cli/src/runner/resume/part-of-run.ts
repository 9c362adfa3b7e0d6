import type { ResumeLedger } from '@assay/engine';
import { spentInRun } from '@assay/reports';
import { addCost, type ResultRow, type ResumedSummary } from '@assay/schema';

/** Counts what one part of a run does. */
export interface PartOfRun {
  add(row: ResultRow): void;
  /** Rows of the run's trials that are stored: those that were kept, and those of this part. */
  readonly rows: number;
  /** Undefined for a run in one part. */
  readonly summary: ResumedSummary | undefined;
}

/** The row without what its reply cost, which was paid for in an earlier part. */
function onlyScored({ costUsd: _cost, costIncomplete: _incomplete, ...row }: ResultRow): ResultRow {
  return row;
}

/** @param ledger what was there before; undefined for a run that begins. */
export function partOfRun(ledger: Pick<ResumeLedger, 'size' | 'outside' | 'placeOf'> | undefined): PartOfRun {
  let [asked, rescored] = [0, 0];
  let cost: number | undefined;
  let costIncomplete = false;
  return {
    add(row) {
      const again = ledger?.placeOf(row.trialKey) !== undefined;
      if (again) rescored += 1;
      else asked += 1;
      if (!ledger) return;
      const spent = spentInRun(again ? onlyScored(row) : row);
      cost = addCost(cost, addCost(spent.costUsd, spent.judgeCostUsd));
      costIncomplete ||= spent.costIncomplete;
    },
    get rows() {
      return (ledger?.size ?? 0) + asked + rescored;
    },
    get summary() {
      return ledger && { kept: ledger.size, asked, rescored, outside: ledger.outside, ...(cost === undefined ? {} : { costUsd: cost }), costIncomplete };
    },
  };
}
