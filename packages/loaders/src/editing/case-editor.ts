import type { JsonObject } from '@assay/schema';

/** A case of a file as far as its rubric is concerned. */
export interface EditableCase {
  readonly id: string;
  /** True if the case itself has rubric lines; those of its suite do not count. */
  readonly hasRubric: boolean;
  /** Why the case cannot be given a rubric. */
  readonly fixed?: string | undefined;
}

/** The text of a file with rubrics in it. */
interface EditedFile {
  readonly text: string;
  /** Cases whose rubric is not in it, since it would be that of other cases too. */
  readonly shared: ReadonlySet<string>;
}

/** A file of eval cases whose rubrics can be written without touching anything else. */
export interface CaseEditor {
  readonly cases: readonly EditableCase[];
  /**
   * The text of the file with these rubric lines, by id of the case, in place of those that a case
   * has. Comments, order, quotes and indentation of everything else stay as they are. A case that others are made of
   * (`<<: *name`) gets its lines only where these have lines of their own.
   * @throws ConfigError for a case that is `fixed` or not there, and for a file that cannot be edited. One that takes lines of
   * some cases takes those of any part of them.
   */
  withRubrics(rubrics: ReadonlyMap<string, readonly JsonObject[]>): EditedFile;
}
