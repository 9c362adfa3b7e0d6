import type { Readable } from 'node:stream';

/** What a program has written to one of its outputs so far. */
export interface CollectedOutput {
  text(): string;
  /** When something arrived last, as `performance.now()`. */
  readonly lastAt: number;
}

function collect(stream: Readable, keep: (chunk: Buffer, chunks: Buffer[]) => void): CollectedOutput {
  const chunks: Buffer[] = [];
  let lastAt = 0;
  stream.on('data', (chunk: Buffer) => {
    lastAt = performance.now();
    keep(chunk, chunks);
  });
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    get lastAt() {
      return lastAt;
    },
  };
}

/** Keeps the beginning of an output, at most so many bytes; calls `onTooMuch` once when there is more. */
export function collectOutput(stream: Readable, limit: number, onTooMuch: () => void): CollectedOutput {
  let size = 0;
  let full = false;
  return collect(stream, (chunk, chunks) => {
    if (full) return;
    full = size + chunk.length > limit;
    const kept = full ? chunk.subarray(0, limit - size) : chunk;
    size += kept.length;
    chunks.push(kept);
    if (full) onTooMuch();
  });
}

/** Keeps the end of an output, at least so many bytes of it. */
export function collectTail(stream: Readable, wanted: number): CollectedOutput {
  let size = 0;
  return collect(stream, (chunk, chunks) => {
    chunks.push(chunk);
    size += chunk.length;
    for (let [first] = chunks; first && size - first.length >= wanted; [first] = chunks) {
      size -= first.length;
      chunks.shift();
    }
  });
}
