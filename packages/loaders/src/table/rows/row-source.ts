import type { Diagnostic, JsonObject } from '@assay/schema';

/** A row of a table. */
export interface TableRow {
  /** As a spreadsheet counts: from 1, the line of names included. Of other files: from 1. Undefined where the rows before it were not read. */
  readonly number: number | undefined;
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** Cells by the names of their columns, in the order of the file. */
  readonly cells: JsonObject;
  /** The names of those columns, where rows share them: the same list for every row. */
  readonly names?: readonly string[] | undefined;
  /** What is wrong with how it is written, and in which column of its line if not in all of it. */
  readonly problem?: (Omit<Diagnostic, 'location'> & { readonly column?: number | undefined }) | undefined;
}

/** The rows of a file, read when they are asked for, never far ahead. */
export interface RowSource {
  /** The next row without waiting; undefined when more has to be read first. */
  take(): TableRow | undefined;
  /**
   * Reads on. False at the end.
   * @throws InvalidFileError when the file cannot be read.
   */
  fill(): Promise<boolean>;
  /** Frees the file. May be called twice. */
  close(): Promise<void>;
}

/**
 * Finds the rows that begin on a line of a file, from 1, without reading all those before them; none when there is none. Of
 * files without lines the number of the row is its line.
 * @throws InvalidFileError when the file cannot be read.
 */
export type FindRows = (line: number) => Promise<readonly TableRow[]>;
