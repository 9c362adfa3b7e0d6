import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

export interface RawLine {
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
  /** False for a last line without a line end. */
  readonly complete: boolean;
}

/**
 * The lines of a file, one batch per chunk that was read, so that a consumer pays for one
 * asynchronous step per chunk and not per line. Holds one chunk, or one line if that is longer.
 */
export async function* readLines(file: string): AsyncGenerator<readonly RawLine[]> {
  let rest: Buffer[] = [];
  let number = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    const bytes = chunk as Buffer;
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const text =
        rest.length === 0
          ? bytes.toString('utf8', start, end)
          : Buffer.concat([...rest, bytes.subarray(start, end)]).toString('utf8');
      rest = [];
      number += 1;
      lines.push({ text, number, complete: true });
      start = end + 1;
    }
    if (start < bytes.length) rest.push(bytes.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [{ text: Buffer.concat(rest).toString('utf8'), number: number + 1, complete: false }];
}
