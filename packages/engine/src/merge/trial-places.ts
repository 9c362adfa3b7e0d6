import { suiteKey, type ResultRow } from '@assay/schema';
import { TrialKeyTable } from '../store/lines/trial-key-table.js';

/** Where a trial stands in the plan of a run, whatever was asked: in one plan no two stand at the same place. */
function placeOf({ suite, suitePath, caseId, target, variant, repeat }: ResultRow): string {
  return JSON.stringify([suiteKey({ suite, suitePath }), caseId, target, variant.label, repeat]);
}

/** Which run has a trial at which place, by hashes of the places: some 30 bytes a trial, however long the names are. */
export class TrialPlaces {
  readonly #runs = new TrialKeyTable();

  /**
   * Takes the place of a trial whose key no run had so far.
   * @param run position of its run, from 0.
   * @returns the other run that has a trial of another key there; undefined when the place was free.
   */
  take(row: ResultRow, run: number): number | undefined {
    // The table counts from 1.
    const before = this.#runs.put(placeOf(row), run + 1);
    return before === undefined || before === run + 1 ? undefined : before - 1;
  }
}
