import { ROW_SCHEMA_VERSION, StoreError, decodeRow, isJsonObject, type JsonObject, type NamingHint, type ResultRow } from '@assay/schema';

const CARRIAGE_RETURN = 0x0d;

const DAMAGED: NamingHint = {
  hint: 'the file was changed or damaged; remove that line to read the others, and have its trial run again',
  namedOptions: [{ name: 'resume', value: true }],
};

/** An error about one line of a file of rows. */
export function badLine(file: string, line: number, message: string, { hint, cause }: { readonly hint?: string | undefined; readonly cause?: unknown } = {}): StoreError {
  return new StoreError(message, { location: { file, line, column: 1 }, ...(hint === undefined ? DAMAGED : { hint }), cause });
}

/** A row of another version is as it should be. */
function isOfAnotherVersion({ schema_version: version }: JsonObject): boolean {
  return typeof version === 'number' && version !== ROW_SCHEMA_VERSION;
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

/** A line that holds an object as a row. @throws StoreError with its place when it is none. */
export function toRow(file: string, value: JsonObject, line: number): ResultRow {
  try {
    return decodeRow(value);
  } catch (error) {
    if (error instanceof StoreError) throw badLine(file, line, error.message, { cause: error, hint: isOfAnotherVersion(value) ? error.hint : undefined });
    throw error;
  }
}
