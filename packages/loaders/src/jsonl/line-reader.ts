import { isAscii, isUtf8 } from 'node:buffer';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { InvalidFileError } from '@assay/schema';
import { fileProblem, startOf, systemProblem } from '../files/file-problem.js';
import { otherThanText } from '../files/text-encoding.js';

/** Texts of up to 128 KB live where the engine frees memory cheaply; longer ones cost a page fault every 4 KB. */
const CHUNK_BYTES = 120 * 1024;
/** Room before each chunk for the part of a line that the one before ended with: as many bytes as the longest lines have that are usual. */
const ROOM_BYTES = 8 * 1024;
const NEWLINE = 10;

/** Longest line that is read, in bytes. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Where a line begins. */
export interface LineStart {
  /** From 1. */
  readonly line: number;
  /** Bytes before it. */
  readonly offset: number;
  /** The only line to be read, where it is in memory already. */
  readonly bytes?: Buffer | undefined;
}

const FIRST_LINE: LineStart = { line: 1, offset: 0 };

/**
 * Reads a file line by line in constant memory. `take` gives the lines that are already there
 * without waiting; `fill` reads on. While the lines of one chunk are taken, the next one is read.
 */
export class LineReader {
  /** Number of the line that `take` gave last; counts from 1. */
  lineNumber: number;
  readonly #file: string;
  readonly #shown: string;
  readonly #maxLineBytes: number;
  #handle: FileHandle | undefined;
  /** Two buffers in turn: the bytes of one are in use while the other is filled. */
  #chunk: Buffer | undefined;
  #spare: Buffer | undefined;
  #ahead: Promise<Buffer> | undefined;
  #carry: Buffer[] = [];
  #carryBytes = 0;
  #text = '';
  #position = 0;
  #broken = false;
  #started: boolean;
  #ended = false;
  #only: Buffer | undefined;
  /** Where the next chunk begins. */
  #offset: number;

  /** @param start the line to begin with. Default: the first. */
  constructor(file: string, shown: string, maxLineBytes = MAX_LINE_BYTES, start: LineStart = FIRST_LINE) {
    this.#file = file;
    this.#shown = shown;
    this.#maxLineBytes = maxLineBytes;
    this.lineNumber = start.line - 1;
    this.#offset = start.offset;
    this.#started = start.offset > 0;
    this.#only = start.bytes;
  }

  /** The next line without its end, or undefined when more has to be read first. */
  take(): string | undefined {
    const text = this.#text;
    const start = this.#position;
    if (start >= text.length) return undefined;
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    this.#position = end + 1;
    this.lineNumber += 1;
    const line = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
    if (this.#broken) this.#checkEncoding(line);
    return line;
  }

  /** All whole lines that are there, with their ends, or undefined when more has to be read first. They are not counted. */
  takeLines(): string | undefined {
    const text = this.#text.slice(this.#position);
    if (text === '') return undefined;
    this.#position = this.#text.length;
    const broken = this.#broken ? text.indexOf('\uFFFD') : -1;
    if (broken < 0) return text;
    const lines = text.slice(0, broken).split('\n');
    this.lineNumber += lines.length;
    this.#checkEncoding(`${lines.at(-1) ?? ''}\uFFFD`);
    return undefined;
  }

  /**
   * Reads until there is a whole line to take. False at the end of the file, which is closed then, as after an error.
   * @throws InvalidFileError when the file cannot be read or a line is longer than allowed.
   */
  async fill(): Promise<boolean> {
    if (this.#ended) return this.#finish();
    if (this.#only) return this.#takeOnly(this.#only);
    try {
      const handle = this.#handle ?? (await this.#opened());
      if (!handle) return false;
      for (;;) {
        const bytes = await (this.#ahead ?? this.#readChunk(handle));
        this.#ahead = undefined;
        // Without a handle the file was closed meanwhile.
        if (bytes.length === 0 || !this.#handle) {
          this.#ended = true;
          await this.#closeFile();
          return this.#finish();
        }
        // A file that fits into one chunk is often only looked at: there is nothing to be early for.
        if (bytes.length === CHUNK_BYTES) this.#readAhead(handle);
        if (this.#accept(bytes)) return true;
      }
    } catch (error) {
      await this.#closeFile();
      if (error instanceof InvalidFileError) throw error;
      throw await systemProblem(error, this.#file, this.#shown);
    }
  }

  #takeOnly(line: Buffer): boolean {
    this.#ended = true;
    this.#checkLength(line.length);
    this.#keep(line);
    return this.#finish();
  }

  /** Frees the file. May be called at any time, also twice. */
  async close(): Promise<void> {
    this.#ended = true;
    this.#carry = [];
    this.#carryBytes = 0;
    this.#text = '';
    await this.#closeFile();
  }

  async #closeFile(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  /** Undefined when the reader was closed while the file was being opened. */
  async #opened(): Promise<FileHandle | undefined> {
    const handle = await this.#open();
    this.#handle = handle;
    if (!this.#ended) return handle;
    await this.#closeFile();
    return undefined;
  }

  async #open(): Promise<FileHandle> {
    // Before it is opened: that of a pipe waits for somebody to write.
    const info = await stat(this.#file);
    if (info.isFile()) return open(this.#file, 'r');
    throw info.isDirectory()
      ? Object.assign(new TypeError('is a directory'), { code: 'EISDIR' })
      : fileProblem('not-a-file', 'this is a device, pipe or socket, not a file', 'write its content to a file first', startOf(this.#shown));
  }

  /** Resolves to no bytes at the end of the file. */
  async #readChunk(handle: FileHandle): Promise<Buffer> {
    const chunk = this.#spare ?? Buffer.allocUnsafe(ROOM_BYTES + CHUNK_BYTES);
    this.#spare = this.#chunk;
    this.#chunk = chunk;
    const { bytesRead } = await handle.read(chunk, ROOM_BYTES, CHUNK_BYTES, this.#offset);
    this.#offset += bytesRead;
    return chunk.subarray(ROOM_BYTES, ROOM_BYTES + bytesRead);
  }

  #readAhead(handle: FileHandle): void {
    this.#ahead = this.#readChunk(handle);
    // Who fills next is told; until then, and after the file was closed, nobody has to be.
    this.#ahead.catch(() => undefined);
  }

  /** Takes in what was read. True when there is a whole line now. */
  #accept(bytes: Buffer): boolean {
    const last = bytes.lastIndexOf(NEWLINE);
    const first = last < 0 ? -1 : bytes.indexOf(NEWLINE);
    this.#checkLength(this.#carryBytes + (last < 0 ? bytes.length : first));
    if (last < 0) {
      this.#keep(bytes);
      return false;
    }
    this.#use(this.#withCarry(bytes.subarray(0, last + 1)));
    this.#carry = [];
    this.#carryBytes = 0;
    if (last + 1 < bytes.length) this.#keep(bytes.subarray(last + 1));
    return true;
  }

  /** What was kept of the chunks before, and these bytes of a chunk: the few of the former go into the room before the latter, which stay where they are. */
  #withCarry(bytes: Buffer): Buffer {
    if (this.#carryBytes > ROOM_BYTES) return Buffer.concat([...this.#carry, bytes]);
    const joined = Buffer.from(bytes.buffer, bytes.byteOffset - this.#carryBytes, this.#carryBytes + bytes.length);
    let end = 0;
    for (const part of this.#carry) {
      joined.set(part, end);
      end += part.length;
    }
    return joined;
  }

  /** The last line may lack its end. */
  #finish(): boolean {
    if (this.#carryBytes === 0) return false;
    this.#use(Buffer.concat(this.#carry));
    this.#carry = [];
    this.#carryBytes = 0;
    return this.#text.length > 0;
  }

  #keep(bytes: Buffer): void {
    this.#carry.push(Buffer.from(bytes));
    this.#carryBytes += bytes.length;
  }

  #use(bytes: Buffer): void {
    const other = this.#started ? undefined : otherThanText(bytes);
    if (other) throw fileProblem(other.code, other.message, other.hint, startOf(this.#shown));
    // The usual case, plain ASCII, is copied without looking at each character again.
    const ascii = isAscii(bytes);
    const text = ascii ? bytes.toString('latin1') : bytes.toString('utf8');
    this.#broken = !ascii && !isUtf8(bytes);
    this.#text = !this.#started && text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
    this.#started = true;
    this.#position = 0;
  }

  #checkLength(bytes: number): void {
    if (bytes <= this.#maxLineBytes) return;
    const line = this.lineNumber + 1;
    throw fileProblem(
      'line-too-long',
      `Line ${line}: the line is longer than ${Math.floor(this.#maxLineBytes / 1024 / 1024)} MB`,
      /\.[ct]sv$/iu.test(this.#file) ? 'look for a quote that is not closed, or a file without line ends' : 'put one JSON object on each line; refer to large texts as files',
      { file: this.#shown, line, column: 1 },
    );
  }

  #checkEncoding(line: string): void {
    const offset = line.indexOf('\uFFFD');
    if (offset < 0) return;
    throw fileProblem('not-utf8', `Line ${this.lineNumber}: the line is not in UTF-8`, 'save the file as UTF-8', {
      file: this.#shown,
      line: this.lineNumber,
      column: offset + 1,
    });
  }
}
