import type { JsonValue } from '@assay/schema';

/** A classification that a reply states. */
export interface Claim {
  readonly classification: JsonValue;
  readonly reflection?: string | undefined;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** A claim that was found amid other text. */
export interface PlacedClaim extends Claim {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  /**
   * The parts by which it is recognized as a quotation: when all of them stand in a text that the
   * judge was shown, it repeats that text.
   */
  readonly marks: readonly string[];
  /** True in the middle of a sentence: there a judge may tell what it was shown in another form, such as a line as JSON. */
  readonly told?: boolean | undefined;
  /** True for an object that states more than one classification. */
  readonly ambiguous?: boolean | undefined;
  /** True for a labelled line that ends the reply. */
  readonly closing?: boolean | undefined;
}

/** Most claims that are looked at; a reply with more contradicts itself. */
export const MOST_CLAIMS = 50;

/** A claim that says nothing but its classification. */
export function bareClaim(classification: JsonValue): Claim {
  return { classification, hits: [], misses: [] };
}
