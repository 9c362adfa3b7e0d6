import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

export interface BoundedLine {
  /** Undefined for a line that is too long: nothing after it is read. */
  readonly text: string | undefined;
  /** Counts from 1. */
  readonly number: number;
  /** True for a line that is not in UTF-8: U+FFFD stands in its text for what could not be read. */
  readonly garbled?: boolean;
}

/**
 * The lines of a file, without their ends. Holds one piece of the file, or one line if that is longer.
 * @param mostBytes Most that a line may have.
 */
export async function* boundedLines(path: string, mostBytes: number): AsyncGenerator<BoundedLine> {
  let rest: Buffer[] = [];
  let size = 0;
  let number = 0;
  const line = (): BoundedLine => {
    number += 1;
    const bytes = size > mostBytes ? undefined : Buffer.concat(rest);
    rest = [];
    size = 0;
    if (bytes === undefined) return { text: undefined, number };
    const text = bytes.toString('utf8').replace(/\r$/u, '');
    return isUtf8(bytes) ? { text, number } : { text, number, garbled: true };
  };
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    let start = 0;
    while (start < bytes.length) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline === -1 ? bytes.length : newline;
      rest.push(bytes.subarray(start, end));
      size += end - start;
      start = end + 1;
      if (newline === -1 && size <= mostBytes) break;
      const next = line();
      yield next;
      if (next.text === undefined) return;
    }
  }
  if (size > 0) yield line();
}
