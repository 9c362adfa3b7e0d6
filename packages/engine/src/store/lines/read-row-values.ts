import type { JsonObject } from '@assay/schema';
import { readLines, type ReadLinesOptions } from './read-lines.js';
import { badLine, isBlank, parseLine } from './row-lines.js';
import { systemCode } from '../../files/system-code.js';
import { storeFailure } from '../store-failure.js';

/** A last line that was cut short when its process died. */
export interface TornLine {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
}

export interface ReadRowsOptions {
  /** Told of a torn last line, which is left out. */
  readonly onTornLine?: ((torn: TornLine) => void) | undefined;
}

/** Where a row stands in its file, in bytes. */
export interface RowPlace {
  readonly start: number;
  readonly length: number;
}

export interface RowValue {
  readonly value: JsonObject;
  /** Counts from 1. */
  readonly line: number;
  readonly place: RowPlace;
}

/**
 * The rows of a file as JSON objects, in batches, unchecked. A missing file has no rows.
 * @throws StoreError when the file cannot be read, or with the place of a line that is no JSON object.
 */
export async function* readRowValues(
  file: string,
  { onTornLine, size }: ReadRowsOptions & ReadLinesOptions = {},
): AsyncGenerator<readonly RowValue[]> {
  try {
    for await (const lines of readLines(file, { size })) {
      const values: RowValue[] = [];
      for (const { bytes, number, start, complete } of lines) {
        if (isBlank(bytes)) continue;
        const value = parseLine(bytes);
        if (value) values.push({ value, line: number, place: { start, length: bytes.length } });
        else if (complete) throw badLine(file, number, 'this line is not a JSON object');
        else onTornLine?.({ file, line: number });
      }
      yield values;
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw storeFailure('read', file, error);
  }
}
