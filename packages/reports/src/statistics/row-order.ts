import type { ResultRow } from '@assay/schema';
import { compareVariants } from './compare-variants.js';
import { compareNatural, comparePlaces, orderBy, parsePlace, type Place } from './natural-order.js';

/** Where a row belongs among the others; all that is needed of it to sort it. */
export interface RowPosition {
  readonly suite: string;
  readonly suitePath: string;
  readonly place: Place;
  readonly caseId: string;
  readonly target: string;
  /** Label of the variant. */
  readonly variant: string;
  readonly repeat: number;
  readonly trialKey: string;
}

/** What there is to know of a row to sort it, by {@link orderRows}. */
export function positionOf({ suite, suitePath, source, caseId, target, variant, repeat, trialKey }: ResultRow): RowPosition {
  return { suite, suitePath, place: parsePlace(source), caseId, target, variant: variant.label, repeat, trialKey };
}

export type CompareRows = (a: RowPosition, b: RowPosition) => number;

/**
 * Orders rows as their files do: by suite (name, then path), place and case, then by target, variant and repeat.
 * Suites and targets that are given come in that order, others after them in natural order.
 */
export function orderRows({ suites, targets }: { readonly suites: readonly string[]; readonly targets: readonly string[] }): CompareRows {
  const [compareSuites, compareTargets] = [orderBy(suites), orderBy(targets)];
  return (a, b) =>
    compareSuites(a.suite, b.suite) ||
    compareNatural(a.suitePath, b.suitePath) ||
    comparePlaces(a.place, b.place) ||
    compareNatural(a.caseId, b.caseId) ||
    compareTargets(a.target, b.target) ||
    compareVariants(a.variant, b.variant) ||
    a.repeat - b.repeat ||
    compareNatural(a.trialKey, b.trialKey);
}
