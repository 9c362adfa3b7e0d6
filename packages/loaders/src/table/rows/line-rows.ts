import { describeKind, duplicateKey, isJsonObject, JsonDepthError, JsonNumberError, type JsonObject, MAX_JSON_DEPTH, parseRowWithDigits } from '@assay/schema';
import { keptDigits } from '../../fields/kept-digits.js';
import { writtenInLine } from '../../jsonl/locate-in-line.js';
import { invalidLine, repeatedKey } from '../../jsonl/parse-line.js';
import { LineReader, type LineStart } from '../../jsonl/line-reader.js';
import type { RowSource, TableRow } from './row-source.js';

const HINT = 'write an object with the names of columns on each line';

/** What a message says without the number of its line, which rows have already. */
function withoutLine(message: string): string {
  return message.replace(/^Line \d+: /u, '');
}

/** Rows of JSONL: an object on each line. */
export class LineRows implements RowSource {
  readonly #shown: string;
  readonly #reader: LineReader;

  /** @param start the line to begin with. Default: the first. */
  constructor(file: string, shown: string, start?: LineStart) {
    this.#shown = shown;
    this.#reader = new LineReader(file, shown, undefined, start);
  }

  take(): TableRow | undefined {
    for (;;) {
      const line = this.#reader.take();
      if (line === undefined || line.trim() !== '') return line === undefined ? undefined : this.#row(line, this.#reader.lineNumber);
    }
  }

  fill(): Promise<boolean> {
    return this.#reader.fill();
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  #row(text: string, line: number): TableRow {
    const place = { number: line, line };
    try {
      const cells = keptDigits(parseRowWithDigits(text), [], (path) => writtenInLine(text, path));
      if (isJsonObject(cells)) return { ...place, cells, problem: this.#repeated(text, cells, line) };
      return { ...place, cells: {}, problem: { severity: 'error', code: 'invalid-row', message: `a row must be an object, not ${describeKind(cells)}`, hint: HINT } };
    } catch (error) {
      return { ...place, cells: {}, problem: this.#problem(error, text, line) };
    }
  }

  /** Of a cell that is there twice only the last would be read. */
  #repeated(text: string, cells: JsonObject, line: number): TableRow['problem'] {
    const twice = duplicateKey(text, cells);
    if (!twice) return undefined;
    const { location, message, ...problem } = repeatedKey(twice, line, this.#shown);
    return { ...problem, message: withoutLine(message), column: location?.column };
  }

  #problem(error: unknown, text: string, line: number): NonNullable<TableRow['problem']> {
    if (error instanceof JsonDepthError) return { severity: 'error', code: 'too-deep', message: `the values are nested more than ${MAX_JSON_DEPTH} levels deep`, hint: 'write the row with fewer levels' };
    if (error instanceof JsonNumberError) return { severity: 'error', code: 'invalid-number', message: 'a number is larger than numbers can be', hint: 'write it as a text' };
    const { message, hint } = invalidLine(error, text, line, this.#shown);
    return { severity: 'error', code: 'invalid-json', message: withoutLine(message), hint };
  }
}
