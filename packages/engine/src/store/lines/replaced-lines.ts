import { readKeyedLines } from './read-keyed-lines.js';
import type { ReadLinesOptions } from './read-lines.js';
import { TrialKeyTable } from './trial-key-table.js';

/** Lines of a file whose rows are followed by another row of the same trial. */
export interface ReplacedLines {
  /** @param line counts from 1. */
  has(line: number): boolean;
}

/** One bit for each line up to the last one that is marked. */
class LineMarks implements ReplacedLines {
  #bits = new Uint8Array(0);

  add(line: number): void {
    const byte = line >>> 3;
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(1024, byte * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (line & 7));
  }

  has(line: number): boolean {
    return ((this.#bits[line >>> 3] ?? 0) & (1 << (line & 7))) !== 0;
  }
}

/**
 * Finds the rows of a file that do not count since a later row is about the same trial. Lines that are no rows are left to
 * whoever reads them.
 * @throws StoreError when the file cannot be read.
 */
export async function findReplacedLines(file: string, options: ReadLinesOptions = {}): Promise<ReplacedLines> {
  const keys = new TrialKeyTable();
  const replaced = new LineMarks();
  for await (const lines of readKeyedLines(file, options)) {
    for (const { key, number } of lines) {
      const before = key === undefined ? undefined : keys.put(key, number);
      if (before !== undefined) replaced.add(before);
    }
  }
  return replaced;
}
