import { LineIndex } from '../../jsonl/line-index.js';
import { DelimitedRows, type DelimitedHead, type DelimitedOptions, type DelimitedStart } from './delimited-rows.js';
import { LineRows } from './line-rows.js';
import type { ParquetRows } from './parquet-rows.js';
import type { FindRows, RowSource, TableRow } from './row-source.js';

/** The next row, if it begins on a line. */
async function rowOn(line: number, rows: RowSource): Promise<readonly TableRow[]> {
  try {
    for (;;) {
      const row = rows.take();
      if (row) return row.line === line ? [row] : [];
      if (!(await rows.fill())) return [];
    }
  } finally {
    await rows.close();
  }
}

async function rowsByLine(rows: RowSource): Promise<ReadonlyMap<number, readonly TableRow[]>> {
  const found = new Map<number, TableRow[]>();
  try {
    do {
      for (let row = rows.take(); row; row = rows.take()) found.set(row.line, [...(found.get(row.line) ?? []), row]);
    } while (await rows.fill());
  } finally {
    await rows.close();
  }
  return found;
}

/** Finds rows by reading all of them, once: for files that are in memory anyway. */
export function findInAll(open: () => RowSource): FindRows {
  let all: Promise<ReadonlyMap<number, readonly TableRow[]>> | undefined;
  return async (line) => (await (all ??= rowsByLine(open()))).get(line) ?? [];
}

/** Finds rows of JSONL by an index of its lines. */
export function findInLines(file: string, shown: string): FindRows {
  const index = new LineIndex(file, shown);
  return async (line) => {
    const start = await index.read(line);
    return start ? rowOn(line, new LineRows(file, shown, start)) : [];
  };
}

async function readHead(options: DelimitedOptions): Promise<DelimitedHead | undefined> {
  const rows = new DelimitedRows(options);
  try {
    return await rows.head();
  } finally {
    await rows.close();
  }
}

/** Finds rows of CSV and TSV by an index of lines: what the cells of a row are is found out from the beginning of the file, read once. */
export function findInDelimited(options: DelimitedOptions): FindRows {
  const index = new LineIndex(options.file, options.shown);
  // The index knows no other ends of lines than these; such a file is one line to all that read it.
  const all = findInAll(() => new DelimitedRows(options));
  let head: Promise<DelimitedHead | undefined> | undefined;
  return async (line) => {
    const known = await (head ??= readHead(options));
    if (!known || line < known.line) return [];
    if (known.newline !== '\n') return all(line);
    const start = await index.read(line);
    if (!start) return [];
    const from = (where: DelimitedStart): Promise<readonly TableRow[]> => rowOn(line, new DelimitedRows({ ...options, start: where }));
    const alone = await from({ ...start, head: known });
    // A cell that is not closed on its line goes on behind it.
    return alone[0]?.problem?.code === 'invalid-quotes' ? from({ line, offset: start.offset, head: known }) : alone;
  };
}

/** Finds rows of Parquet by their numbers. One row group stays in memory. */
export function findInParquet(rows: ParquetRows): FindRows {
  let before: Promise<unknown> = Promise.resolve();
  return async (line) => {
    const found = before.then(() => rows.row(line));
    before = found.catch(() => {});
    const row = await found;
    return row ? [row] : [];
  };
}
