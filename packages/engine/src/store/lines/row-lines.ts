import { StoreError, isJsonObject, type JsonObject } from '@assay/schema';

const CARRIAGE_RETURN = 0x0d;

/** An error about one line of a file of rows. */
export function badLine(file: string, line: number, message: string, cause?: unknown): StoreError {
  return new StoreError(message, {
    location: { file, line, column: 1 },
    hint: 'the file was changed or damaged; remove that line to read the others, and run its case again (--id)',
    cause,
  });
}

/** True for a line that is neither a row nor an error. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes.length === 1 && bytes[0] === CARRIAGE_RETURN);
}

/** A line of a file of rows as a JSON object; undefined when it is none. */
export function parseLine(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
