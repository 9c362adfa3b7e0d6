import type { Definitions, LocatedCase, SourceLocation, Suite } from '@assay/schema';
import type { SourceNotes } from './source-notes.js';

/** Something that the written file does not say. */
export interface Loss {
  /** Undefined when it is about the whole suite. */
  readonly caseId?: string | undefined;
  /** As it is called in files, e.g. `conversation_id` or `evaluators.tone`; `case` when the whole case is left out. */
  readonly field: string;
  /** Why, and what became of it; completes a sentence. */
  readonly reason: string;
  /** Where the case stands. */
  readonly location?: SourceLocation | undefined;
}

/** Notes a loss; without a case it is about the suite. */
export type Lose = (from: LocatedCase | undefined, field: string, reason: string) => void;

export interface WriteRequest {
  readonly suite: Suite;
  readonly cases: readonly LocatedCase[];
  /** What the source says for people only. */
  readonly notes: SourceNotes;
  /** Absolute path that will be written; undefined when the text is only shown. */
  readonly out: string | undefined;
  readonly definitions: Definitions | undefined;
  /** Whether lines of rubrics must hold that do not say so. */
  readonly rubricRequired: boolean;
  readonly lose: Lose;
}

export interface WrittenFile {
  /** Absolute; without an `out` a bare name. */
  readonly path: string;
  readonly text: string;
}

/** Writes suites in one dialect. */
export interface SuiteWriter {
  readonly name: string;
  /** Extensions that an output may have, lower case, the usual one first. */
  readonly extensions: readonly string[];
  readonly description: string;
  /** True if the output may be a folder, which gets a file for each case. */
  readonly folders?: boolean | undefined;
  /** The files, the one that was asked for first. What they do not say goes to `request.lose`. */
  write(request: WriteRequest): readonly WrittenFile[];
}

/** Declares a writer. */
export function defineSuiteWriter(writer: SuiteWriter): SuiteWriter {
  return writer;
}
