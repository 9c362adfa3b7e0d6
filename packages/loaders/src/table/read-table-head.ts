import { resolve } from 'node:path';
import { InvalidFileError, shellPath, type JsonObject, type Loader } from '@assay/schema';
import { openSource } from '../dialect/open-source.js';
import { extensionsOf, LINES } from '../dialect/file-extensions.js';
import { displayPath } from '../files/display-path.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import { requireExtension } from '../dialect/require-extension.js';
import { noRows } from './no-rows.js';
import { rowsOf } from './rows/open-rows.js';
import { tableLoader } from './table-loader.js';

/** What a table begins with. */
export interface TableHead {
  /** The names of its columns: of those of JSON, all that its rows have. */
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
  /** Whether these are all of its rows. */
  readonly whole: boolean;
}

export interface TableHeadOptions {
  /** What the path is relative to. Default: the working directory of the process. */
  readonly workingDirectory?: string | undefined;
  /** Most rows that are read, from 1. */
  readonly most: number;
  /** The dialects that the file may have. */
  readonly loaders: readonly Loader[];
}

/**
 * Reads the first rows of a table, whatever stands beside it.
 * @throws UsageError for files that are no tables by their names.
 * @throws InvalidFileError when the file cannot be read, is no table, has no rows, or has a row that is wrong.
 */
export async function readTableHead(path: string, { workingDirectory = process.cwd(), most, loaders }: TableHeadOptions): Promise<TableHead> {
  const file = resolve(workingDirectory, path);
  const shown = displayPath(file, workingDirectory);
  requireExtension(file, shown, extensionsOf([tableLoader]));
  const { source, content, detected } = await openSource({ file, shown, loaders, prompted: true });
  // Of a line that is broken nobody knows what it is: that is said where it is read.
  const isBroken = content.extension === LINES && content.documents.length === 0;
  if (!isBroken && (detected.kind !== 'suite' || detected.loader !== tableLoader)) {
    const isSuite = detected.kind === 'suite';
    throw fileProblem('no-table', isSuite ? 'this is no table: its cases say themselves what is asked' : 'this is no table: a list of objects, each of them a row', isSuite ? `run it as it is: assay run ${shellPath(shown)}` : 'name a table: CSV, TSV, Parquet, or JSON and JSONL with an object for each row', startOf(shown));
  }
  const reader = rowsOf(source, undefined);
  const rows: JsonObject[] = [];
  const columns = new Set<string>();
  try {
    for (;;) {
      for (let row = reader.take(); row; row = reader.take()) {
        if (rows.length === most) return { columns: [...columns], rows, whole: false };
        if (row.problem?.severity === 'error') {
          const { column = 1, ...problem } = row.problem;
          throw new InvalidFileError([{ ...problem, location: { file: shown, line: row.line, column } }]);
        }
        for (const name in row.cells) columns.add(name);
        rows.push(row.cells);
      }
      if (!(await reader.fill())) break;
    }
  } finally {
    await reader.close();
  }
  if (rows.length === 0) throw noRows(shown);
  return { columns: [...columns], rows, whole: true };
}
