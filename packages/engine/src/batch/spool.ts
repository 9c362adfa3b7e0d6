import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchRequests, StoreError } from '@assay/schema';
import { makeFolder } from '../files/make-folder.js';
import { storeFailure } from '../store/store-failure.js';

/** Lines are written, and read, in pieces of so many bytes. */
const PIECE = 64 * 1024;
const LINE_END = 0x0a;

/**
 * Lines on their way to a provider, on disk: those of one batch may be more than there is memory for. Nobody else finds the file,
 * which has no name any more as soon as it is open, and nothing of it is left when the process dies.
 */
export class Spool implements BatchRequests {
  readonly #folder: string;
  readonly #handle: FileHandle;
  /** What is not written yet, with the ends of its lines. */
  #waiting: string[] = [];
  #waitingBytes = 0;
  #written = 0;
  /** Lines are missing since. */
  #failure: StoreError | undefined;
  #closed: Promise<void> | undefined;
  count = 0;
  bytes = 0;

  private constructor(folder: string, handle: FileHandle) {
    this.#folder = folder;
    this.#handle = handle;
  }

  /** @param folder Absolute; made when it is not there. @throws StoreError */
  static async open(folder: string): Promise<Spool> {
    const file = join(folder, `${randomUUID()}.tmp`);
    try {
      await makeFolder(folder);
      // What a target puts into its requests may be meant for nobody else.
      const handle = await open(file, 'wx+', 0o600);
      await unlink(file).catch(() => undefined);
      return new Spool(folder, handle);
    } catch (error) {
      throw storeFailure('write', file, error);
    }
  }

  /** @param line without its end; JSON has none in it. @throws StoreError */
  async append(line: string): Promise<void> {
    const size = Buffer.byteLength(line);
    this.#waiting.push(line, '\n');
    this.#waitingBytes += size + 1;
    this.count += 1;
    this.bytes += size;
    if (this.#waitingBytes >= PIECE) await this.#write();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    await this.#write();
    const piece = Buffer.allocUnsafe(PIECE);
    let parts: Buffer[] = [];
    for (let position = 0; position < this.#written; ) {
      const read = await this.#read(piece, position);
      position += read.length;
      const end = read.lastIndexOf(LINE_END);
      if (end !== -1) {
        yield* Buffer.concat([...parts, read.subarray(0, end)]).toString('utf8').split('\n');
        parts = [];
      }
      // A copy: the piece is read into again.
      if (end < read.length - 1) parts.push(Buffer.from(read.subarray(end + 1)));
    }
  }

  /** Nothing can be read any more. May be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#handle.close();
    return this.#closed;
  }

  async #write(): Promise<void> {
    if (this.#failure) throw this.#failure;
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (text === '') return;
    try {
      await this.#handle.appendFile(text);
    } catch (error) {
      this.#failure = storeFailure('write', this.#folder, error);
      throw this.#failure;
    }
    this.#written = this.bytes + this.count;
  }

  async #read(piece: Buffer, position: number): Promise<Buffer> {
    try {
      const { bytesRead } = await this.#handle.read(piece, 0, piece.length, position);
      if (bytesRead === 0) throw new RangeError('it is shorter than what was written');
      return piece.subarray(0, bytesRead);
    } catch (error) {
      throw storeFailure('read', this.#folder, error);
    }
  }
}
