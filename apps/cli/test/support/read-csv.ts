/**
 * Reads CSV strictly as RFC 4180 has it: lines end with CRLF, also the last one; quotation marks stand
 * only around whole cells, and doubled inside of them; all records have as many cells as the first.
 * @throws Error where the text is none.
 */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`this is no cell: ${JSON.stringify(text.slice(at, at + 40))}`);
    records.at(-1)?.push((found[1] ?? found[2] ?? '').replaceAll('""', '"'));
    if (found[3] === '\r\n') records.push([]);
  }
  if (records.pop()?.length !== 0) throw new Error('the last line has no end');
  if (records.some(({ length }) => length !== records[0]?.length)) throw new Error('records have different numbers of cells');
  return records;
}

/** The rows by the names of their columns. */
export function readTable(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [header[index] ?? '', cell])));
}
