import { systemCode } from '../../files/system-code.js';
import { readLines } from './read-lines.js';

/** A line with where it stands. */
interface PlacedLine {
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
  /** In bytes. */
  readonly start: number;
  readonly length: number;
}

/** The whole lines of a file. One that is not there has none. */
export async function* wholeLines(file: string): AsyncGenerator<PlacedLine> {
  try {
    for await (const some of readLines(file)) {
      for (const { bytes, number, start, complete } of some) {
        if (complete && bytes.length > 0) yield { text: bytes.toString('utf8'), number, start, length: bytes.length };
      }
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
