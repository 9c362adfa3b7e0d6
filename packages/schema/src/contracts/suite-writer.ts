import type { SourceLocation } from '../diagnostics/location.js';
import type { JsonObject } from '../domain/json.js';
import type { LocatedCase, Suite } from '../domain/suite.js';
import type { Definitions } from './definitions.js';

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

/** What files say for people only: it is no part of cases, and would be lost with them. */
export interface SourceNotes {
  readonly suite: JsonObject;
  /** By id of the case. */
  readonly cases: ReadonlyMap<string, JsonObject>;
  /** Notes of cases that have no id of their own. */
  readonly unplaced: readonly { readonly field: string; readonly location: SourceLocation }[];
  /** Comments in YAML, and where the first one of each file stands. */
  readonly comments: readonly { readonly count: number; readonly location: SourceLocation }[];
}

/** A suite that is to be written. */
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

/** A file that a writer makes; it is not on disk yet. */
export interface WrittenFile {
  /** Absolute; without an `out` a bare name. */
  readonly path: string;
  readonly text: string;
}

/** Writes suites in one form of a dialect: `assay convert --to NAME`. */
export interface SuiteWriter {
  readonly name: string;
  /** Extensions that an output may have, lower case, the usual one first. */
  readonly extensions: readonly string[];
  readonly description: string;
  /** True if the output may be a folder, which gets a file for each case. */
  readonly folders?: boolean | undefined;
  /**
   * The files, the one that was asked for first. What they do not say goes to `request.lose`: a case that cannot be written is left out,
   * and never thrown for.
   */
  write(request: WriteRequest): readonly WrittenFile[] | Promise<readonly WrittenFile[]>;
}

/** Declares a writer. */
export function defineSuiteWriter(writer: SuiteWriter): SuiteWriter {
  return writer;
}
