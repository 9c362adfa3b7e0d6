/**
 * Reads CSV strictly as RFC 4180 has it: lines end with CRLF, also the last one; quotation marks stand
 * only around whole cells, and doubled inside of them; all records have as many cells as the first.
 * @throws Error where the text is none.
 */
export function readCsv(text: string, separator = ','): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const start = at;
      while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') {
        if (text[at] === '"') throw new Error(`a quotation mark in a bare cell at ${at}`);
        at += 1;
      }
      cell = text.slice(start, at);
    }
    record.push(cell);
    if (text[at] === separator) {
      at += 1;
    } else if (text.startsWith('\r\n', at)) {
      records.push(record);
      record = [];
      at += 2;
    } else throw new Error(`neither a separator nor the end of a line at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
  }
  if (record.length > 0) throw new Error('the last line has no end');
  const uneven = records.findIndex((cells) => cells.length !== records[0]?.length);
  if (uneven >= 0) throw new Error(`record ${uneven} has ${records[uneven]?.length} cells, the first ${records[0]?.length}`);
  return records;
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at;
  }
  throw new Error('a quotation mark is not closed');
}
