import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '@assay/schema';

/** Texts are collected until they are this long, in characters, and then written together. */
const WRITE_FROM = 64 * 1024;
/** So much is read at once, in bytes: texts that were added one after the other come together. */
const READ_AHEAD = 256 * 1024;

/** A text of a spool. */
export interface SpooledText {
  /** Bytes before it. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
}

/**
 * Texts that wait on the disk for being read again in another order. The file is gone when the process
 * is, however that ends.
 */
export class TextSpool {
  readonly #path: string;
  #file: FileHandle | undefined;
  #pending: string[] = [];
  #pendingLength = 0;
  #size = 0;
  #writing: Promise<void> = Promise.resolve();
  #window: { readonly offset: number; readonly bytes: Buffer } | undefined;
  #closed = false;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws the system's error when nothing can be written in the folder. */
  static async create(folder: string): Promise<TextSpool> {
    const path = join(folder, `.assay-rows-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
    const file = await open(path, 'wx+');
    // Without a name it stays for whoever has it open. Where that is not possible it goes when it is closed.
    await rm(path, { force: true }).catch(() => undefined);
    return new TextSpool(path, file);
  }

  /** Where the text will be read, and when it has been written. */
  add(text: string): { readonly at: SpooledText; readonly written: Promise<void> } {
    const at = { offset: this.#size, length: Buffer.byteLength(text) };
    this.#size += at.length;
    this.#pending.push(text);
    this.#pendingLength += text.length;
    if (this.#pendingLength < WRITE_FROM) return { at, written: Promise.resolve() };
    return { at, written: this.flush() };
  }

  /** Writes what waits. @throws the system's error; then nothing is written any more. */
  flush(): Promise<void> {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingLength = 0;
    if (text !== '') this.#writing = this.#writing.then(() => this.#append(text));
    return this.#writing;
  }

  async #append(text: string): Promise<void> {
    // Somebody who has closed it wants none of it.
    if (this.#file !== undefined) await this.#file.appendFile(text);
  }

  /** Reads a text again. Call it after `flush`. */
  async read({ offset, length }: SpooledText): Promise<string> {
    const window = this.#window;
    if (window && offset >= window.offset && offset + length <= window.offset + window.bytes.length) {
      return window.bytes.toString('utf8', offset - window.offset, offset - window.offset + length);
    }
    if (this.#file === undefined) throw new StoreError('the temporary file with the rows is closed');
    const wanted = Math.min(Math.max(length, READ_AHEAD), this.#size - offset);
    const bytes = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await this.#file.read(bytes, filled, wanted - filled, offset + filled);
      if (bytesRead === 0) throw new StoreError('the temporary file with the rows became shorter', { hint: 'see what else writes into the folder of the report' });
      filled += bytesRead;
    }
    this.#window = { offset, bytes };
    return bytes.toString('utf8', 0, length);
  }

  /** Frees it, and takes the file away. May be called again. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#pending = [];
    this.#window = undefined;
    await this.#writing.catch(() => undefined);
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
    await rm(this.#path, { force: true }).catch(() => undefined);
  }
}
