import { StoreError, isJsonObject, type JsonObject } from '@assay/schema';
import { readLines } from './read-lines.js';
import { storeFailure, systemCode } from './store-failure.js';

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

export interface RowValue {
  readonly value: JsonObject;
  /** Counts from 1. */
  readonly line: number;
}

/** An error about one line of a file of rows. */
export function badLine(file: string, line: number, message: string, cause?: unknown): StoreError {
  return new StoreError(message, {
    location: { file, line, column: 1 },
    hint: 'the file was changed or damaged; remove that line to read the others, and run its case again (--id)',
    cause,
  });
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The rows of a file as JSON objects, in batches, unchecked. A missing file has no rows.
 * @throws StoreError when the file cannot be read, or with the place of a line that is no JSON object.
 */
export async function* readRowValues(
  file: string,
  { onTornLine }: ReadRowsOptions = {},
): AsyncGenerator<readonly RowValue[]> {
  try {
    for await (const lines of readLines(file)) {
      const values: RowValue[] = [];
      for (const { text, number, complete } of lines) {
        if (text === '' || text === '\r') continue;
        const value = parse(text);
        if (value) values.push({ value, line: number });
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
