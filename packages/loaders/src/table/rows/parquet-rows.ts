import { open, type FileHandle } from 'node:fs/promises';
import { errorText, InvalidFileError, isError, type JsonObject, type JsonValue } from '@assay/schema';
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { fileProblem, startOf, systemProblem } from '../../files/file-problem.js';
import { takeColumns, type ParquetColumn } from './parquet-columns.js';
import { compressorsFor } from './parquet-compressors.js';
import { ParquetError } from './parquet-error.js';
import { checkFooter, MOST_BYTES } from './parquet-footer.js';
import { cellOf, PARSERS } from './parquet-values.js';
import type { RowSource, TableRow } from './row-source.js';

const WHOLE = 'check that it is whole';

/** What to do about an error, which is one of the library if it has no hint. */
function hintFor(error: unknown, message: string): string {
  if (error instanceof ParquetError && error.hint !== undefined) return error.hint;
  if (/unsupported compression/iu.test(message)) return 'write it with the compression snappy, gzip, zstd or brotli, or with none';
  return /(?:bson|interval|file_path) not supported|unsupported encoding/iu.test(message) ? 'write the file without what is named' : WHOLE;
}

/** Rows of Parquet, of which one group at a time is in memory. */
export class ParquetRows implements RowSource {
  readonly #file: string;
  readonly #shown: string;
  #handle: FileHandle | undefined;
  #source: AsyncBuffer | undefined;
  #metadata: FileMetaData | undefined;
  #columns: readonly ParquetColumn[] = [];
  #names: readonly string[] = [];
  #group = 0;
  /** Rows of the groups before. */
  #before = 0;
  #rows: readonly Readonly<Record<string, unknown>>[] = [];
  #next = 0;

  constructor(file: string, shown: string) {
    this.#file = file;
    this.#shown = shown;
  }

  take(): TableRow | undefined {
    const row = this.#rows[this.#next];
    if (!row) return undefined;
    this.#next += 1;
    const number = this.#before + this.#next;
    return { number, line: number, names: this.#names, ...this.#cells(row) };
  }

  #cells(row: Readonly<Record<string, unknown>>): Pick<TableRow, 'cells' | 'problem'> {
    const cells: Record<string, JsonValue> = {};
    let problem: TableRow['problem'];
    for (const column of this.#columns) {
      try {
        cells[column.name] = cellOf(row[column.name], column);
      } catch (error) {
        if (!(error instanceof ParquetError)) throw error;
        cells[column.name] = null;
        problem ??= { severity: 'error', code: 'invalid-value', message: `column "${column.name}": ${error.message}`, hint: 'write the value anew, or leave the column out' };
      }
    }
    return { cells: cells as JsonObject, problem };
  }

  fill(): Promise<boolean> {
    return this.#read(() => this.#readGroup());
  }

  async #read<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      await this.close();
      if (error instanceof InvalidFileError) throw error;
      if (isError(error) && 'syscall' in error) throw await systemProblem(error, this.#file, this.#shown);
      const message = errorText(error);
      throw fileProblem('invalid-parquet', `the file cannot be read as Parquet: ${message}`, hintFor(error, message), startOf(this.#shown));
    }
  }

  /**
   * A row by its number, from 1, out of the group that it is in, which stays in memory until a row of another one is asked for.
   * @throws InvalidFileError
   */
  async row(number: number): Promise<TableRow | undefined> {
    if (number < 1) return undefined;
    if (number <= this.#before || number > this.#before + this.#rows.length) {
      this.#before = 0;
      this.#rows = [];
      this.#group = 0;
      for (const { num_rows } of (await this.#read(() => this.#describe())).row_groups) {
        if (number <= this.#before + Number(num_rows)) break;
        this.#before += Number(num_rows);
        this.#group += 1;
      }
      if (!(await this.fill())) return undefined;
      await this.#closeFile();
    }
    this.#next = number - this.#before - 1;
    return this.take();
  }

  async close(): Promise<void> {
    this.#rows = [];
    await this.#closeFile();
  }

  async #closeFile(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#source = undefined;
    await handle?.close();
  }

  async #readGroup(): Promise<boolean> {
    const { parquetReadObjects } = await import('hyparquet');
    const metadata = await this.#describe();
    const file = (this.#source ??= await this.#open());
    this.#before += this.#rows.length;
    this.#rows = [];
    this.#next = 0;
    for (;;) {
      const group = metadata.row_groups[this.#group];
      if (!group) {
        await this.close();
        return false;
      }
      this.#group += 1;
      if (Number(group.total_byte_size) > MOST_BYTES) {
        throw fileProblem('file-too-large', `row group ${this.#group} has ${Math.ceil(Number(group.total_byte_size) / 1024 / 1024)} MB, and there may be ${MOST_BYTES / 1024 / 1024}`, 'write the file with smaller row groups', startOf(this.#shown));
      }
      const rowEnd = this.#before + Number(group.num_rows);
      this.#rows = await parquetReadObjects({ file, metadata, compressors: await compressorsFor(metadata), parsers: PARSERS, utf8: false, rowStart: this.#before, rowEnd });
      if (this.#rows.length > 0) return true;
    }
  }

  async #describe(): Promise<FileMetaData> {
    if (this.#metadata) return this.#metadata;
    const { parquetMetadataAsync, parquetSchema } = await import('hyparquet');
    this.#source ??= await this.#open();
    const metadata = await parquetMetadataAsync(this.#source);
    const tree = parquetSchema(metadata);
    checkFooter(metadata, tree);
    this.#columns = takeColumns(tree);
    this.#names = this.#columns.map(({ name }) => name);
    return (this.#metadata = metadata);
  }

  /** Reads parts of the file by their places: it is never in memory whole. */
  async #open(): Promise<AsyncBuffer> {
    const handle = (this.#handle = await open(this.#file, 'r'));
    const { size } = await handle.stat();
    const read = async (start: number, end: number): Promise<ArrayBuffer> => {
      // What a damaged file says about its parts is not worth memory.
      if (!(start >= 0 && start <= end && end <= size)) throw new ParquetError('it names parts that are not in it', { hint: WHOLE });
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      if (bytesRead < bytes.length) throw new ParquetError('it got shorter while it was read', { hint: WHOLE });
      return bytes.buffer;
    };
    return {
      byteLength: size,
      slice(start, end = size) {
        const part = read(start, end);
        // The library asks for all parts at once, and leaves the others alone when one of them fails.
        part.catch(() => {});
        return part;
      },
    };
  }
}
