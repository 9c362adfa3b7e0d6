import type { JsonObject, JsonValue } from '@assay/schema';

/** What a classification says, or why it says nothing usable. */
type ScaleReading =
  | { readonly ok: true; /** [0, 1] */ readonly score: number }
  | { readonly ok: false; /** What is wrong and what is allowed. */ readonly problem: string };

/** How a judge expresses its assessment: what it is told, and how its answer is read. */
export interface Scale {
  /** Short name for messages. */
  readonly name: string;
  /** What the judge is told about the classes or numbers it may choose from. */
  readonly instruction: string;
  /** What stands for the classification in the answer format that the judge is shown. */
  readonly placeholder: string;
  /**
   * JSON Schema of the classification. Uses only keywords that every structured-output API takes:
   * bounds of numbers are said in the description and checked by {@link Scale.read}.
   */
  readonly schema: JsonObject;
  /** Reads a classification strictly: what is off the scale is a problem, never moved onto it. */
  read(classification: JsonValue): ScaleReading;
}
