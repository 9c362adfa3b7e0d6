import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@assay/schema';

/** Digits of the hash that a row without an id is named by. */
const DIGITS = 12;

/**
 * Names a row by what it says, so that it has the same id wherever it stands in the file.
 * @param names the columns that count, in an order that does not depend on the file.
 */
export function rowId(cells: JsonObject, names: readonly string[]): string {
  let text = '';
  for (const name of names) {
    const cell = cells[name] ?? null;
    // Lengths tell where a text ends without looking at each of its characters.
    text += `${name.length}:${name}`;
    text += typeof cell === 'string' ? `"${cell.length}:${cell}` : `=${canonicalJson(cell)};`;
  }
  return hash('sha1', text, 'hex').slice(0, DIGITS);
}
