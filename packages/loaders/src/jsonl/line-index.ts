import { open, type FileHandle } from 'node:fs/promises';
import { systemProblem } from '../files/file-problem.js';
import { MAX_LINE_BYTES, type LineStart } from './line-reader.js';

const NEWLINE = 10;
const CHUNK_BYTES = 1 << 16;

/** Lines between two whose places are remembered: ten million lines take some 300 KB. */
const STEP = 256;

/** Pieces of the file that stay in memory: lines are mostly asked for in about their order. */
const PIECES = 32;

/** A line without its end. */
export interface IndexedLine extends LineStart {
  readonly bytes: Buffer;
}

/** Whole lines that follow each other. */
interface Piece extends LineStart {
  readonly bytes: Buffer;
  /** Where they begin in the bytes, and where the last of them ends. */
  readonly starts: readonly number[];
}

function lineIn({ line, offset, bytes, starts }: Piece, wanted: number): IndexedLine | undefined {
  const [start, end] = [starts[wanted - line], starts[wanted - line + 1]];
  return start === undefined || end === undefined ? undefined : { line: wanted, offset: offset + start, bytes: bytes.subarray(start, end - 1) };
}

async function chunkAt(handle: FileHandle, offset: number): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, offset);
  return chunk.subarray(0, bytesRead);
}

/** The line that begins at an offset, to its end or to a little more than any line may have. */
async function longLine(handle: FileHandle, { line, offset }: LineStart): Promise<IndexedLine | undefined> {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= MAX_LINE_BYTES; ) {
    const chunk = await chunkAt(handle, offset + size);
    const end = chunk.indexOf(NEWLINE);
    chunks.push(end === -1 ? chunk : chunk.subarray(0, end));
    if (end !== -1) return { line, offset, bytes: Buffer.concat(chunks) };
    // Where the file ends no line begins.
    if (chunk.length === 0) return size === 0 ? undefined : { line, offset, bytes: Buffer.concat(chunks) };
    size += chunk.length;
  }
  return { line, offset, bytes: Buffer.concat(chunks) };
}

/** The beginning of the line behind a long one. */
async function behind(handle: FileHandle, { line, offset }: LineStart): Promise<LineStart | undefined> {
  for (let at = offset; ; ) {
    const chunk = await chunkAt(handle, at);
    if (chunk.length === 0) return undefined;
    const end = chunk.indexOf(NEWLINE);
    if (end !== -1) return { line: line + 1, offset: at + end + 1 };
    at += chunk.length;
  }
}

/**
 * Reads single lines of a large file by their numbers. It remembers where some of them begin, as far as it has looked, and so
 * reads the file once in all, and a short piece of it for lines that are asked for out of order. The file is taken not to
 * change; whoever wants a line that has moved gets another one.
 */
export class LineIndex {
  readonly #file: string;
  readonly #shown: string;
  /** Where lines 1, 1 + STEP, 1 + 2 × STEP … begin. */
  readonly #offsets: number[] = [0];
  /** Those that were used last at the end. */
  #pieces: Piece[] = [];
  #looking: Promise<unknown> = Promise.resolve();

  constructor(file: string, shown: string) {
    this.#file = file;
    this.#shown = shown;
  }

  /**
   * A line, from 1; undefined behind the last one.
   * @throws InvalidFileError when the file cannot be read.
   */
  read(line: number): Promise<IndexedLine | undefined> {
    // One after the other: they share what they find.
    const found = this.#looking.then(() => this.#inMemory(line) ?? this.#find(line));
    this.#looking = found.catch(() => undefined);
    return found;
  }

  #inMemory(wanted: number): IndexedLine | undefined {
    const piece = this.#pieces.find(({ line, starts }) => wanted >= line && wanted < line + starts.length - 1);
    if (!piece) return undefined;
    this.#remember(piece);
    return lineIn(piece, wanted);
  }

  #remember(piece: Piece): void {
    this.#pieces = [...this.#pieces.filter((other) => other !== piece), piece].slice(-PIECES);
  }

  async #find(wanted: number): Promise<IndexedLine | undefined> {
    if (!Number.isSafeInteger(wanted) || wanted < 1) return undefined;
    const known = Math.min(Math.floor((wanted - 1) / STEP), this.#offsets.length - 1);
    try {
      const handle = await open(this.#file, 'r');
      try {
        return await this.#scan(handle, { line: known * STEP + 1, offset: this.#offsets[known] ?? 0 }, wanted);
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw await systemProblem(error, this.#file, this.#shown);
    }
  }

  async #scan(handle: FileHandle, from: LineStart, wanted: number): Promise<IndexedLine | undefined> {
    for (let start: LineStart | undefined = from; start; ) {
      const piece = this.#pieceOf(await chunkAt(handle, start.offset), start);
      const lines = piece.starts.length - 1;
      if (wanted < start.line + lines) {
        this.#remember(piece);
        return lineIn(piece, wanted);
      }
      const next: LineStart = { line: start.line + lines, offset: start.offset + (piece.starts.at(-1) ?? 0) };
      if (wanted === next.line) return longLine(handle, next);
      start = lines > 0 ? next : await behind(handle, next);
    }
    return undefined;
  }

  /** The lines that are whole in a chunk; notes where some of them begin. */
  #pieceOf(bytes: Buffer, { line, offset }: LineStart): Piece {
    const starts = [0];
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, end + 1)) {
      starts.push(end + 1);
      if (line + starts.length - 1 === this.#offsets.length * STEP + 1) this.#offsets.push(offset + end + 1);
    }
    return { line, offset, bytes, starts };
  }
}
