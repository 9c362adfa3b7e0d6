import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

export interface RawLine {
  /** Without the line end. */
  readonly bytes: Buffer;
  /** Counts from 1. */
  readonly number: number;
  /** Where it begins in the file, in bytes. */
  readonly start: number;
  /** False for a last line without a line end. */
  readonly complete: boolean;
}

export interface ReadLinesOptions {
  /** How much of the file is read, in bytes. Default: all that is there. */
  readonly size?: number | undefined;
}

/**
 * The lines of a file, one batch per chunk that was read, so that a consumer pays for one
 * asynchronous step per chunk and not per line. Holds one chunk, or one line if that is longer.
 */
export async function* readLines(file: string, { size }: ReadLinesOptions = {}): AsyncGenerator<readonly RawLine[]> {
  if (size === 0) return;
  let rest: Buffer[] = [];
  let number = 0;
  let begin = 0;
  for await (const chunk of createReadStream(file, {
    highWaterMark: 256 * 1024,
    ...(size === undefined ? {} : { end: size - 1 }),
  })) {
    const bytes = chunk as Buffer;
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const line = bytes.subarray(start, end);
      const whole = rest.length === 0 ? line : Buffer.concat([...rest, line]);
      rest = [];
      number += 1;
      lines.push({ bytes: whole, number, start: begin, complete: true });
      begin += whole.length + 1;
      start = end + 1;
    }
    if (start < bytes.length) rest.push(bytes.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [{ bytes: Buffer.concat(rest), number: number + 1, start: begin, complete: false }];
}
