import { isUtf8 } from 'node:buffer';

/** Up to here the pieces are kept as they come: nearly all replies are smaller. */
const LOOSE_BYTES = 64 * 1024;
const BLOCK_BYTES = 256 * 1024;
/** Blocks that are kept for the next replies: 16 MB. */
const MOST_SPARE = 64;
/** Longest reply whose bytes are brought together in a place that is used again. */
const MOST_TOGETHER = 8 * 2 ** 20;

const spare: Buffer[] = [];
let together = Buffer.alloc(0);

/** The bytes of blocks in one piece, which is of use until the next call. */
function joined(blocks: readonly Buffer[], size: number): Buffer {
  if (size > MOST_TOGETHER) return Buffer.concat(blocks, size);
  if (together.length < size) together = Buffer.allocUnsafeSlow(blocks.length * BLOCK_BYTES);
  for (const [index, block] of blocks.entries()) block.copy(together, index * BLOCK_BYTES);
  return together.subarray(0, size);
}

/**
 * The bytes of one reply. Large ones are copied into blocks that are used again for the next: what
 * arrives is then forgotten at once, where the pieces themselves would stay in memory until the next
 * thorough search for garbage.
 */
export class GatheredBytes {
  #loose: Buffer[] = [];
  #size = 0;
  /** Of the blocks. */
  #filled = 0;
  readonly #blocks: Buffer[] = [];

  add(chunk: Buffer): void {
    if (this.#blocks.length === 0 && this.#size + chunk.length <= LOOSE_BYTES) this.#loose.push(chunk);
    else {
      for (const piece of [...this.#loose, chunk]) this.#copy(piece);
      this.#loose = [];
    }
    this.#size += chunk.length;
  }

  #copy(piece: Buffer): void {
    let start = 0;
    while (start < piece.length) {
      const within = this.#filled % BLOCK_BYTES;
      if (within === 0) this.#blocks.push(spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES));
      const copied = piece.copy(this.#blocks.at(-1) ?? piece, within, start);
      this.#filled += copied;
      start += copied;
    }
  }

  #all(): Buffer {
    const [only] = this.#loose;
    if (only && this.#loose.length === 1) return only;
    return this.#blocks.length > 0 ? joined(this.#blocks, this.#size) : Buffer.concat(this.#loose, this.#size);
  }

  /** All of it as text. */
  text(): string {
    return this.#all().toString('utf8');
  }

  /** True for what is no UTF-8, so that its text has signs in it that nobody wrote. */
  isGarbled(): boolean {
    return !isUtf8(this.#all());
  }

  /** Gives the memory back. */
  clear(): void {
    for (const block of this.#blocks.splice(0)) if (spare.length < MOST_SPARE) spare.push(block);
    this.#loose = [];
    this.#size = 0;
    this.#filled = 0;
  }
}
