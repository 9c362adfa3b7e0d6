import { open } from 'node:fs/promises';
import { systemProblem } from '../files/file-problem.js';
import type { LineStart } from './line-reader.js';

const NEWLINE = 10;
const CHUNK_BYTES = 1 << 18;

/** Lines between two that are remembered: ten million lines take some 300 KB. */
const STEP = 256;

/**
 * Finds the lines of a large file by their numbers. It remembers where some of them begin, as far as it has looked, and so
 * reads the file once in all, and a short piece of it for each line. The file is taken not to change; who reads a line that has
 * moved finds another one.
 */
export class LineIndex {
  readonly #file: string;
  readonly #shown: string;
  /** Where lines 1, 1 + STEP, 1 + 2 × STEP … begin. */
  readonly #offsets: number[] = [0];
  #looking: Promise<unknown> = Promise.resolve();

  constructor(file: string, shown: string) {
    this.#file = file;
    this.#shown = shown;
  }

  /**
   * Where a line begins; undefined behind the last one.
   * @throws InvalidFileError when the file cannot be read.
   */
  find(line: number): Promise<LineStart | undefined> {
    // One after the other: they share what they find.
    const found = this.#looking.then(() => this.#find(line));
    this.#looking = found.catch(() => undefined);
    return found;
  }

  async #find(wanted: number): Promise<LineStart | undefined> {
    if (!Number.isSafeInteger(wanted) || wanted < 1) return undefined;
    const known = Math.min(Math.floor((wanted - 1) / STEP), this.#offsets.length - 1);
    try {
      return await this.#scan({ line: known * STEP + 1, offset: this.#offsets[known] ?? 0 }, wanted);
    } catch (error) {
      throw await systemProblem(error, this.#file, this.#shown);
    }
  }

  async #scan(from: LineStart, wanted: number): Promise<LineStart | undefined> {
    const handle = await open(this.#file, 'r');
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      let { line, offset } = from;
      for (let at = offset; ; ) {
        const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at);
        if (line === wanted && bytesRead > 0) return { line, offset };
        if (bytesRead === 0) return undefined;
        const bytes = chunk.subarray(0, bytesRead);
        for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, end + 1)) {
          line += 1;
          offset = at + end + 1;
          if (line === this.#offsets.length * STEP + 1) this.#offsets.push(offset);
          if (line === wanted) break;
        }
        // A line that begins where the file ends is none.
        at = line === wanted ? offset : at + bytesRead;
      }
    } finally {
      await handle.close();
    }
  }
}
