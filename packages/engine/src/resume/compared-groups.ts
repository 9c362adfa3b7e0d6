import type { ResultRow, Trial } from '@assay/schema';
import { comparedName } from '../execute/comparing/compared-with.js';
import { comparedNames } from '../execute/comparing/former-places.js';
import { groupKey } from '../execute/comparing/group-key.js';

/** Trials whose replies are compared with each other. */
interface Group {
  /** What those are called that are planned. */
  readonly names: Set<string>;
  /** How many are planned, and those of them whose newest row would be kept. */
  planned: number;
  readonly kept: Set<number>;
  /** What those were called that are not planned any more. One that is asked otherwise now has the name of one that is. */
  readonly strangers: Set<string>;
}

/** The names of the replies that a row was compared with. */
function namesIn({ evaluators }: ResultRow): readonly string[] {
  return evaluators.flatMap((result) => comparedNames(result) ?? []);
}

/**
 * Groups of stored replies that were compared with each other. A place among others says nothing of a reply that came later, and
 * something of one that is gone: if any of a group is asked or scored again, or not planned any more, all of it has to be compared anew.
 */
export class ComparedGroups {
  readonly #byKey = new Map<string, Group>();
  readonly #of = new Map<number, Group>();

  get any(): boolean {
    return this.#byKey.size > 0;
  }

  /** @param index of the trial in the plan. */
  plan(index: number, trial: Trial): void {
    const key = groupKey(trial, trial.evalCase.id, trial.repeat);
    let group = this.#byKey.get(key);
    if (!group) this.#byKey.set(key, (group = { names: new Set(), planned: 0, kept: new Set(), strangers: new Set() }));
    group.names.add(comparedName(trial.target.name, trial.variant));
    group.planned += 1;
    this.#of.set(index, group);
  }

  /** @param index undefined for a row of no planned trial. */
  seen(row: ResultRow, { index, isKept }: { readonly index: number | undefined; readonly isKept: boolean }): void {
    if (index === undefined) {
      const name = comparedName(row.target, row.variant);
      const group = this.#byKey.get(groupKey(row, row.caseId, row.repeat));
      if (group && !group.names.has(name)) group.strangers.add(name);
      return;
    }
    const kept = this.#of.get(index)?.kept;
    if (isKept) kept?.add(index);
    else kept?.delete(index);
  }

  /** Whether a row that would be kept has to be compared anew. */
  isOpen(index: number, row: ResultRow): boolean {
    const group = this.#of.get(index);
    if (!group) return false;
    const { planned, kept, strangers } = group;
    return kept.size < planned || (strangers.size > 0 && namesIn(row).some((name) => strangers.has(name)));
  }
}
