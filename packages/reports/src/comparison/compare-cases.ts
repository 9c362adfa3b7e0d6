import { compareNatural, comparePlaces, parsePlace } from '../statistics/natural-order.js';

interface PlacedCase {
  readonly suite: string;
  readonly suitePath: string;
  readonly caseId: string;
  readonly variant: string;
  readonly source: string;
}

/** Orders cases as a reader finds them: by suite, place in the file, id and variant. */
export function compareCases(a: PlacedCase, b: PlacedCase): number {
  return (
    compareNatural(a.suite, b.suite) ||
    compareNatural(a.suitePath, b.suitePath) ||
    comparePlaces(parsePlace(a.source), parsePlace(b.source)) ||
    compareNatural(a.caseId, b.caseId) ||
    compareNatural(a.variant, b.variant)
  );
}
