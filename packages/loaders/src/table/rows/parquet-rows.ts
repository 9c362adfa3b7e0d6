import { open, type FileHandle } from 'node:fs/promises';
import type { JsonObject, JsonValue } from '@assay/schema';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AsyncBuffer, Compressors, FileMetaData } from 'hyparquet';
import { fileProblem, startOf, systemProblem } from '../../files/file-problem.js';
import type { RowSource, TableRow } from './row-source.js';

/** Most that one row group may have when it is unpacked, in bytes. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** What unpacks pages, besides snappy and none, which the library knows. No page unpacks to more than it says. */
const COMPRESSORS: Compressors = { GZIP: unpacker(gunzipSync), BROTLI: unpacker(brotliDecompressSync) };

function unpacker(unpack: typeof gunzipSync): (packed: Uint8Array, length: number) => Uint8Array {
  return (packed, length) => {
    try {
      return unpack(packed, { maxOutputLength: Math.max(length, 1) });
    } catch (error) {
      throw new Error(`a page cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
}

/** Values of Parquet as JSON has them. */
function asJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, asJson);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), asJson(item)]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item)]));
}

/** Rows of Parquet, of which one group at a time is in memory. */
export class ParquetRows implements RowSource {
  readonly #file: string;
  readonly #shown: string;
  #handle: FileHandle | undefined;
  #source: AsyncBuffer | undefined;
  #metadata: FileMetaData | undefined;
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
    return { number, line: number, cells: asJson(row) as JsonObject };
  }

  fill(): Promise<boolean> {
    return this.#read(() => this.#readGroup());
  }

  async #read<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      await this.close();
      if (error instanceof Error && 'code' in error) throw error.code === 'invalid-file' ? error : await systemProblem(error, this.#file, this.#shown);
      const message = error instanceof Error ? error.message : String(error);
      const packed = /compression codec|unsupported compression/iu.test(message);
      throw fileProblem('invalid-parquet', `the file cannot be read as Parquet: ${message}`, packed ? 'write it with the compression snappy or gzip, or with none' : 'check that it is whole', startOf(this.#shown));
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
      this.#rows = await parquetReadObjects({ file, metadata, compressors: COMPRESSORS, rowStart: this.#before, rowEnd });
      if (this.#rows.length > 0) return true;
    }
  }

  async #describe(): Promise<FileMetaData> {
    const { parquetMetadataAsync } = await import('hyparquet');
    this.#source ??= await this.#open();
    return (this.#metadata ??= await parquetMetadataAsync(this.#source));
  }

  /** Reads parts of the file by their places: it is never in memory whole. */
  async #open(): Promise<AsyncBuffer> {
    const handle = (this.#handle = await open(this.#file, 'r'));
    const { size } = await handle.stat();
    return {
      byteLength: size,
      async slice(start, end = size) {
        const bytes = new Uint8Array(end - start);
        await handle.read(bytes, 0, bytes.length, start);
        return bytes.buffer;
      },
    };
  }
}
