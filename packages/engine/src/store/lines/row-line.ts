import { errorText, encodeRow, rowJson, UnstorableRowError, visibleText, type ResultRow } from '@assay/schema';
import { unwritablePlace } from './unwritable-place.js';

/** Longest line of a run, in characters: readers hold one in memory, and a text of twice that could not be read back. */
const MOST_CHARACTERS = 2 ** 27;

/** Values that JSON has no form for, in a form that can be read. Evaluators may put anything into details. */
function tolerant(): (this: unknown, key: string, value: unknown) => unknown {
  const parents: unknown[] = [];
  return function replace(this: unknown, _key: string, value: unknown): unknown {
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    while (parents.length > 0 && parents.at(-1) !== this) parents.pop();
    if (parents.includes(value)) return '[circular]';
    parents.push(value);
    return value;
  };
}

function written(row: ResultRow): string {
  try {
    return `${rowJson(row)}\n`;
  } catch {
    return visibleText(`${JSON.stringify(encodeRow(row), tolerant())}\n`);
  }
}

/**
 * A row as one line of `results.jsonl`, newline included. People look at it in terminals: control characters that JSON
 * allows are written as codes too.
 * @throws UnstorableRowError for a row that is too large or nested too deep to be one.
 */
export function rowLine(row: ResultRow): string {
  let line: string;
  try {
    line = written(row);
  } catch (error) {
    const place = unwritablePlace(row, (part) => JSON.stringify(part, tolerant()));
    const why = place === undefined ? errorText(error) : `${place} cannot be written: ${errorText(error)}`;
    throw new UnstorableRowError(`the row of case "${row.caseId}" cannot be stored: ${why}`, { cause: error });
  }
  if (line.length <= MOST_CHARACTERS) return line;
  throw new UnstorableRowError(
    `the row of case "${row.caseId}" cannot be stored: it has ${line.length} characters, more than ${MOST_CHARACTERS}`,
    { hint: 'let the target say less, or lower its max_reply_mb' },
  );
}
