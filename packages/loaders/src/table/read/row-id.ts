import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@assay/schema';

/** Digits of the hash that a row without an id is named by. */
const DIGITS = 12;

/** A column as it counts in the names of rows. */
export interface IdColumn {
  readonly name: string;
  /** What stands before each of its cells. */
  readonly mark: string;
}

/** The columns that count, in an order that does not depend on the file. */
export function idColumns(names: readonly string[]): readonly IdColumn[] {
  return names.toSorted().map((name) => ({ name, mark: `${name.length}:${name}` }));
}

/** Names a row by what it says, so that it has the same id wherever it stands in the file. */
export function rowId(cells: JsonObject, columns: readonly IdColumn[]): string {
  let text = '';
  for (const { name, mark } of columns) {
    const cell = cells[name] ?? null;
    // Lengths tell where a text ends without looking at each of its characters.
    text += typeof cell === 'string' ? `${mark}"${cell.length}:${cell}` : `${mark}=${canonicalJson(cell)};`;
  }
  return hash('sha1', text, 'hex').slice(0, DIGITS);
}
