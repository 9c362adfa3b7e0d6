import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;
/** What some editors put before the text of a file. */
const MARK = Buffer.from('\uFEFF');

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

/** Where a line begins. */
export interface LineStart {
  /** In bytes from the beginning of the file. */
  readonly start: number;
  /** Counts from 1. */
  readonly number: number;
}

export interface ReadLinesOptions {
  /** The first line that is read. Default: that of the file. */
  readonly from?: LineStart | undefined;
  /** Ends the reading early, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Where the reading ends, in bytes from the beginning of the file. Default: all that is there. */
  readonly size?: number | undefined;
}

/**
 * The lines of a file, one batch per chunk that was read, so that a consumer pays for one
 * asynchronous step per chunk and not per line. Holds one chunk, or one line if that is longer.
 */
export async function* readLines(file: string, { from, size, signal }: ReadLinesOptions = {}): AsyncGenerator<readonly RawLine[]> {
  let rest: Buffer[] = [];
  let number = (from?.number ?? 1) - 1;
  let begin = from?.start ?? 0;
  if (size !== undefined && size <= begin) return;
  for await (const chunk of createReadStream(file, {
    highWaterMark: 256 * 1024,
    start: begin,
    ...(size === undefined ? {} : { end: size - 1 }),
  })) {
    if (signal?.aborted) return;
    const bytes = chunk as Buffer;
    const lines: RawLine[] = [];
    let start = begin === 0 && number === 0 && rest.length === 0 && bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
    begin += start;
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
