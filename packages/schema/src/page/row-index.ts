/**
 * What the page knows of every row of a run: what it filters, sorts and draws a table by. Rows themselves it asks for when somebody
 * looks at them. A column holds a value for each row of a chunk, in the order of the chunk; a run of 100,000 rows is some twenty
 * arrays, not 100,000 objects.
 *
 * Names are one word each, so that they are the same on the wire and in TypeScript.
 */

/** Texts that columns name by their number. A number stands for one text in the whole index, also in later chunks. */
export interface IndexNames {
  /** `suite path` is the identity of a suite; its name is what is shown. */
  readonly suites: readonly { readonly name: string; readonly path: string }[];
  readonly cases: readonly IndexCase[];
  readonly targets: readonly string[];
  /** Labels; the empty one is that of a run without variants. */
  readonly variants: readonly string[];
  readonly tags: readonly string[];
  readonly evaluators: readonly string[];
  /** Codes of errors. */
  readonly errors: readonly string[];
  /** Keys of the metadata of cases, and `var:NAME` for their variables; at most {@link MOST_METADATA}. */
  readonly metadata: readonly string[];
}

/** Keys of metadata that an index knows; those that come later are in the rows alone. */
export const MOST_METADATA = 50;

export interface IndexCase {
  /** Number of its suite. */
  readonly suite: number;
  readonly id: string;
  /** Absent for a case of its own. */
  readonly conversation?: string | undefined;
  /** `file:line:column` */
  readonly source: string;
  readonly weight: number;
  /** Numbers of tags. */
  readonly tags: readonly number[];
  /** How the last message of the user begins, on one line, at most 160 characters. */
  readonly question: string;
  /** Numbers of keys with their values as short texts (80 characters, JSON for data); absent for none. */
  readonly metadata?: readonly (readonly [key: number, value: string])[] | undefined;
}

/** Numbers are those of {@link IndexNames}; null where the row has no such value. */
export interface IndexColumns {
  readonly case: readonly number[];
  readonly target: readonly number[];
  readonly variant: readonly number[];
  /** From 1. */
  readonly repeat: readonly number[];
  /** 0 fail, 1 borderline, 2 pass; null when open or unscored. */
  readonly verdict: readonly (number | null)[];
  /** [0, 1]; null when unscored. */
  readonly score: readonly (number | null)[];
  readonly worst: readonly number[];
  readonly best: readonly number[];
  /** Milliseconds. */
  readonly latency: readonly (number | null)[];
  /** US dollars, of the target. */
  readonly cost: readonly (number | null)[];
  /** US dollars, of the judges. */
  readonly judging: readonly (number | null)[];
  /** What of `cost` was spent at another time, since replies were kept; null for nothing. */
  readonly saved: readonly (number | null)[];
  /** What of `judging` was spent at another time, since judgements were kept; null for nothing. */
  readonly spared: readonly (number | null)[];
  /** Tokens of the target. */
  readonly input: readonly (number | null)[];
  readonly output: readonly (number | null)[];
  /** Tokens of the judges: what they read, and wrote. */
  readonly read: readonly (number | null)[];
  readonly written: readonly (number | null)[];
  /** What of `input`, `output`, `read` and `written` was used at another time, since replies and judgements were kept; null for nothing. */
  readonly kept: readonly (readonly [input: number, output: number, read: number, written: number] | null)[];
  /** Requests that were sent for the reply: 1 at once, 0 where nobody had to be asked; null for a failure that does not tell. */
  readonly attempts: readonly (number | null)[];
  /** Milliseconds since the epoch. */
  readonly started: readonly number[];
  /** Number of the error's code. */
  readonly error: readonly (number | null)[];
  /** Sum of {@link INDEX_FLAGS}. */
  readonly flags: readonly number[];
  /** The scores of the row's evaluators: number of the evaluator, then its score or null, and so on. */
  readonly scores: readonly (readonly (number | null)[])[];
  /** How the reply begins, on one line, at most 160 characters; null when there is none. */
  readonly reply: readonly (string | null)[];
}

/** What is either so or not in a row. */
export const INDEX_FLAGS = {
  /** An evaluator, a point or a judge was lost. */
  partial: 1,
  cached: 2,
  /** The reply was cut off at its length. */
  cut: 4,
  /** The reply was filtered or refused. */
  filtered: 8,
  /** A warning stands in the row. */
  warned: 16,
  /** What must hold was missed. */
  missed: 32,
  /** The reply calls tools. */
  tools: 64,
  /** Its reply differs from those of the same case on the same target in other repeats by its verdict. No chunk has it: an event tells it. */
  flips: 128,
  /** A part of what its target cost in its run is not known. */
  unpriced: 256,
  /** A request for it failed, and was sent again. */
  retried: 512,
  /** A request for it was sent a second time while the first got stuck. */
  hedged: 1024,
  /** A batch answered. */
  batched: 2048,
  /** A part of what its judges cost in its run is not known. */
  unpricedJudging: 4096,
} as const;

/** Some rows more. Positions count the rows of the run from 0, in the order in which they were stored. */
export interface IndexChunk {
  /** Position of the first row. */
  readonly from: number;
  readonly rows: number;
  /** Names that come with this chunk, behind those that were there. */
  readonly names: IndexNames;
  readonly columns: IndexColumns;
  /**
   * Positions of earlier rows that do not count any more, since a later row is of the same trial.
   */
  readonly gone: readonly number[];
}
