import type { LocatedCase, Suite } from '@assay/schema';
import { GivenRows } from './rows/given-rows.js';
import type { FindRows, RowSource } from './rows/row-source.js';
import type { TableCases } from './table-cases.js';

/** Whether an id is that of a row that says the same as others before it. */
function isRepeat(id: string, first: string): boolean {
  return id.startsWith(`${first}-`) && /^\d+$/u.test(id.slice(first.length + 1));
}

/** The case with an id, else the first. */
async function caseIn(cases: TableCases, id: string | undefined): Promise<LocatedCase | undefined> {
  let first: LocatedCase | undefined;
  for (let { value } = await cases.next(); value; { value } = await cases.next()) {
    if (id === undefined || value.evalCase.id === id) return value;
    if (!cases.named && isRepeat(id, value.evalCase.id)) return { ...value, evalCase: { ...value.evalCase, id } };
    first ??= value;
  }
  return first;
}

/**
 * Finds single cases of a table by their lines. How often a row stood before it is not known: where it is asked for by an id
 * that says so, it has that id.
 * @param casesOf the cases of rows.
 */
export function caseAtRow(find: FindRows, casesOf: (rows: RowSource) => TableCases): NonNullable<Suite['caseAt']> {
  /** Of the rows before, unless it is in use or failed: rows are mostly alike, and then what they share is read and checked once. */
  let spare: TableCases | undefined;
  return async (line, id): Promise<LocatedCase | undefined> => {
    const rows = await find(line);
    if (rows.length === 0) return undefined;
    const given = new GivenRows(rows);
    const cases = spare?.restart(given) ?? casesOf(given);
    spare = undefined;
    const found = await caseIn(cases, id);
    spare = cases;
    return found;
  };
}
