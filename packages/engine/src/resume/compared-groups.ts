import { isJsonObject, type ResultRow } from '@assay/schema';
import { comparedName } from '../execute/comparing/compared-with.js';

/** Trials whose replies are compared with each other. */
interface Group {
  /** Trials of it that are planned, and those whose newest row would be kept. */
  planned: number;
  readonly kept: Set<number>;
  /** Names of those that were compared, and are not planned any more. */
  strangers: Set<string> | undefined;
}

/** The names of the replies that a row was compared with. */
function comparedNames({ evaluators }: ResultRow): readonly string[] {
  return evaluators.flatMap(({ details }) => {
    const names: unknown = isJsonObject(details) ? details['compared_with'] : undefined;
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  });
}

/**
 * Groups of stored replies that were compared with each other. A place among others says nothing of a reply that came later, and
 * something of one that is gone: if any of a group is asked or scored again, or not planned any more, all of it has to be compared anew.
 */
export class ComparedGroups {
  readonly #byName = new Map<string, Group>();
  readonly #of = new Map<number, Group>();

  get any(): boolean {
    return this.#byName.size > 0;
  }

  /** @param index of the trial in the plan. */
  plan(index: number, name: string): void {
    let group = this.#byName.get(name);
    if (!group) this.#byName.set(name, (group = { planned: 0, kept: new Set(), strangers: undefined }));
    group.planned += 1;
    this.#of.set(index, group);
  }

  /** @param index undefined for a row of no planned trial. */
  seen(row: ResultRow, { index, group: name, isKept }: { readonly index: number | undefined; readonly group: string; readonly isKept: boolean }): void {
    const group = index === undefined ? this.#byName.get(name) : this.#of.get(index);
    if (!group) return;
    if (index === undefined) (group.strangers ??= new Set()).add(comparedName(row.target, row.variant));
    else if (isKept) group.kept.add(index);
    else group.kept.delete(index);
  }

  /** Whether a row that would be kept has to be compared anew. */
  isOpen(index: number, row: ResultRow): boolean {
    const group = this.#of.get(index);
    if (!group) return false;
    const { planned, kept, strangers } = group;
    return kept.size < planned || (strangers !== undefined && comparedNames(row).some((name) => strangers.has(name)));
  }
}
