import { isUtf8 } from 'node:buffer';
import type { ReplyShare } from '../contracts/reply-memory.js';
import type { ProgramOutput } from './program-types.js';

/** What a program has written to one of its outputs so far. */
export interface CollectedOutput {
  text(): string;
  /** True where that is no UTF-8, so that its text has signs in it that nobody wrote. */
  isGarbled(): boolean;
  /** When something arrived last, as `performance.now()`. */
  readonly lastAt: number;
  /** True while it is not read, since there is no room for more. */
  readonly waits: boolean;
}

function collect(stream: ProgramOutput, keep: (chunk: Uint8Array, chunks: Uint8Array[]) => void): CollectedOutput {
  const chunks: Uint8Array[] = [];
  let lastAt = 0;
  stream.on('data', (chunk: Uint8Array) => {
    lastAt = performance.now();
    keep(chunk, chunks);
  });
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    isGarbled: () => !isUtf8(Buffer.concat(chunks)),
    get lastAt() {
      return lastAt;
    },
    waits: false,
  };
}

export interface CollectOptions {
  /** Most bytes that are kept. */
  readonly limit: number;
  /** Called once when there is more. */
  readonly onTooMuch: () => void;
  /** Asked before more is read, with the bytes that are kept so far: resolves when there is room for them. */
  readonly hold?: ReplyShare['hold'] | undefined;
}

/** Keeps the beginning of an output. */
export function collectOutput(stream: ProgramOutput, { limit, onTooMuch, hold }: CollectOptions): CollectedOutput {
  let size = 0;
  let full = false;
  let waits = false;
  const waitFor = async (room: Promise<void>): Promise<void> => {
    waits = true;
    stream.pause();
    await room;
    waits = false;
    stream.resume();
  };
  const output = collect(stream, (chunk, chunks) => {
    if (full) return;
    full = size + chunk.length > limit;
    const kept = full ? chunk.subarray(0, limit - size) : chunk;
    size += kept.length;
    chunks.push(kept);
    if (full) return onTooMuch();
    const room = hold?.(size);
    if (room) void waitFor(room);
  });
  return {
    text: () => output.text(),
    isGarbled: () => output.isGarbled(),
    get lastAt() {
      return output.lastAt;
    },
    get waits() {
      return waits;
    },
  };
}

/** Keeps the end of an output, at least so many bytes of it. */
export function collectTail(stream: ProgramOutput, wanted: number): CollectedOutput {
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
