// The types that the library lacks: whoever reads this file reads them too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./papaparse.d.ts" />
import type papaparse from 'papaparse';

/** Rows that are looked at. */
const LOOKED_AT = 10;
/** What may stand between cells, the likelier first. */
const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/** The share of rows that have as many cells as the names of the columns are; 0 when it makes one column of them. */
function shareThatFits(library: typeof papaparse, text: string, delimiter: string, newline: string): readonly [share: number, columns: number] {
  const rows = new library.Parser({ delimiter, newline, preview: LOOKED_AT }).parse(text, 0, false).data;
  const data = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const columns = data[0]?.length ?? 0;
  return columns < 2 ? [0, columns] : [data.filter((row) => row.length === columns).length / data.length, columns];
}

/** Tells what stands between the cells of a table by its first rows: most of them have a cell for each column. */
export function guessDelimiter(library: typeof papaparse, text: string, newline: string): string {
  let best = { delimiter: ',', share: 0, columns: 1 };
  for (const delimiter of DELIMITERS) {
    const [share, columns] = shareThatFits(library, text, delimiter, newline);
    if (share > best.share || (share === best.share && columns > best.columns)) best = { delimiter, share, columns };
  }
  return best.delimiter;
}
