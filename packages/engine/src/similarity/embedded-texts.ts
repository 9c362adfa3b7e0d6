import type { Spending, TokenUsage, Vector } from '@assay/schema';

/** Vectors of texts, and what having them took. */
export interface EmbeddedTexts {
  /** In the order of the texts. */
  readonly vectors: readonly Vector[];
  /** Undefined when nothing had to be asked, or nobody tells. */
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known. */
  readonly costUsd?: number | undefined;
  /** True when a request has no known price: `costUsd` is then at least, or absent. */
  readonly costIncomplete?: boolean | undefined;
  /** The part of these figures that was spent at another time: its vectors were kept. */
  readonly saved?: Spending | undefined;
  /** What a reader of the result should know. */
  readonly warnings?: readonly string[] | undefined;
}
