// The types that the library lacks: whoever reads this file reads them too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./papaparse.d.ts" />
import { extname } from 'node:path';
import type { JsonObject } from '@assay/schema';
import type papaparse from 'papaparse';
import { fileProblem } from '../../files/file-problem.js';
import { LineReader, type LineStart } from '../../jsonl/line-reader.js';
import { guessDelimiter } from './guess-delimiter.js';
import type { RowSource, TableRow } from './row-source.js';

type Papaparse = typeof papaparse;
type Parser = InstanceType<Papaparse['Parser']>;

/** Longest row, in characters. */
const LONGEST_ROW = 64 * 1024 * 1024;

/** `sep=;`, which Excel reads and writes. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n|$)/iu;

export interface DelimitedOptions {
  readonly file: string;
  readonly shown: string;
  /** What stands between cells. Default: found out from the first rows; a tab in `.tsv`. */
  readonly delimiter?: string | undefined;
  /** The row to begin with, where it is not the first. */
  readonly start?: DelimitedStart | undefined;
}

/** What the beginning of a file says about the rows behind it. */
export interface DelimitedHead {
  readonly names: readonly string[];
  readonly delimiter: string;
  readonly newline: string;
  /** Line on which the first row behind the names may begin, from 1. */
  readonly line: number;
}

/** Where a row begins, in a file whose beginning is known. */
export interface DelimitedStart extends LineStart {
  readonly head: DelimitedHead;
}

/** A row as it was parsed. */
interface Cells {
  readonly row: string[];
  readonly number: number | undefined;
  readonly line: number;
  readonly problem: string | undefined;
}

function breaksIn(cell: string): number {
  let breaks = 0;
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) breaks += 1;
  return breaks;
}

/** Rows of CSV and TSV, whose first one names the columns. */
export class DelimitedRows implements RowSource {
  readonly #options: DelimitedOptions;
  readonly #reader: LineReader;
  #papaparse: Papaparse | undefined;
  #parser: Parser | undefined;
  /** Read, and not parsed yet: the beginning of a row. */
  #rest = '';
  #rows: readonly string[][] = [];
  #next = 0;
  #problems = new Map<number, string>();
  #names: readonly string[] | undefined;
  #ended = false;
  /** Of the next row. */
  #line = 1;
  /** Undefined when the rows before were not counted. */
  #number: number | undefined = 1;
  /** What the first line says that stands between cells. */
  #said: string | undefined;
  #separators: Pick<DelimitedHead, 'delimiter' | 'newline'> = { delimiter: ',', newline: '\n' };

  constructor(options: DelimitedOptions) {
    this.#options = options;
    const { start } = options;
    this.#reader = new LineReader(options.file, options.shown, undefined, start);
    if (!start) return;
    this.#names = start.head.names;
    this.#line = start.line;
    this.#number = undefined;
  }

  /**
   * Reads to the names of the columns; undefined when the file has none. No row has been taken then.
   * @throws InvalidFileError
   */
  async head(): Promise<DelimitedHead | undefined> {
    while (!this.#names) {
      if (this.#takeNames()) break;
      if (!(await this.fill())) return undefined;
    }
    return { names: this.#names ?? [], ...this.#separators, line: this.#line };
  }

  take(): TableRow | undefined {
    if (!this.#names && !this.#takeNames()) return undefined;
    const found = this.#takeCells();
    return found && this.#row(found, this.#names ?? []);
  }

  #takeNames(): boolean {
    const found = this.#takeCells();
    if (!found) return false;
    this.#names = this.#readNames(found.row, found.line);
    return true;
  }

  /** The cells of the next row that has anything in it: spreadsheets leave rows behind in which all cells are empty. */
  #takeCells(): Cells | undefined {
    for (;;) {
      const index = this.#next;
      const row = this.#rows[index];
      if (!row) return undefined;
      this.#next += 1;
      const [number, line] = [this.#number, this.#line];
      if (number !== undefined) this.#number = number + 1;
      this.#line += 1;
      for (const cell of row) this.#line += breaksIn(cell);
      const last = row.length - 1;
      if (row[last]?.endsWith('\r')) row[last] = row[last].slice(0, -1);
      if (row.some((cell) => cell !== '' && cell.trim() !== '')) return { row, number, line, problem: this.#problems.get(index) };
    }
  }

  async fill(): Promise<boolean> {
    this.#papaparse ??= (await import('papaparse')).default;
    for (;;) {
      if (this.#ended) return false;
      let text = this.#rest;
      // As much again as is there already: a row that fills many reads is not parsed once for each.
      const enough = Math.min(text.length * 2, LONGEST_ROW);
      while (text.length <= enough && !this.#ended) {
        this.#reader.lineNumber = this.#line - 1;
        if (await this.#reader.fill()) text += this.#reader.takeLines() ?? '';
        else this.#ended = true;
      }
      this.#parse(this.#papaparse, this.#parser || this.#options.start ? text : this.#skipSeparatorLine(text));
      if (this.#rows.length > 0) return true;
      if (this.#rest.length > LONGEST_ROW) throw this.#problem('row-too-long', `the row is longer than ${LONGEST_ROW / 1024 / 1024} MB`, 'look for a quote that is not closed');
    }
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#rows = [];
    await this.#reader.close();
  }

  /** What spreadsheets write first to say what stands between cells is no row, and is not counted as one. */
  #skipSeparatorLine(text: string): string {
    const [line = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
    if (separator === undefined) return text;
    this.#said = separator;
    this.#line += 1;
    return text.slice(line.length);
  }

  #parse(library: Papaparse, text: string): void {
    this.#parser ??= this.#makeParser(library, text);
    const { data, errors, meta } = this.#parser.parse(text, 0, !this.#ended);
    this.#rows = data;
    this.#next = 0;
    this.#rest = this.#ended ? '' : text.slice(meta.cursor);
    this.#problems = new Map(errors.map(({ code, row = 0 }) => [row, code === 'MissingQuotes' ? 'a cell begins with a quote that is not closed' : 'a quote stands inside of a quoted cell']));
    // What has not ended yet is parsed again.
    for (const row of this.#problems.keys()) if (row >= data.length) this.#problems.delete(row);
  }

  #makeParser(library: Papaparse, text: string): Parser {
    const { file, start, delimiter = extname(file).toLowerCase() === '.tsv' ? '\t' : undefined } = this.#options;
    const newline = start?.head.newline ?? (!text.includes('\n') && text.includes('\r') ? '\r' : '\n');
    const told = start?.head.delimiter ?? this.#options.delimiter ?? this.#said ?? delimiter ?? guessDelimiter(library, text, newline);
    this.#separators = { delimiter: told, newline };
    return new library.Parser(this.#separators);
  }

  #readNames(row: readonly string[], line: number): readonly string[] {
    const names = row.map((name) => name.trim());
    while (names.at(-1) === '') names.pop();
    const unnamed = names.indexOf('');
    if (unnamed >= 0) throw this.#problem('unnamed-column', `column ${unnamed + 1} has no name`, 'the first row names the columns: write a name for each', line);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw this.#problem('duplicate-column', `two columns are named "${twice}"`, 'give each column a name of its own', line);
    return names;
  }

  #row({ row, number, line, problem }: Cells, names: readonly string[]): TableRow {
    const cells: Record<string, string> = {};
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? '';
      if (name === '__proto__') Object.defineProperty(cells, name, { value: row[index] ?? '', enumerable: true });
      else cells[name] = row[index] ?? '';
    }
    const found = { number, line, cells: cells as JsonObject, names };
    if (problem !== undefined) return { ...found, problem: { severity: 'error', code: 'invalid-quotes', message: problem, hint: 'write a quote inside of a quoted cell twice' } };
    if (row.length === names.length) return found;
    if (row.slice(names.length).some((cell) => cell !== '')) {
      const message = `there are ${row.length} cells, and the table has ${names.length} columns`;
      return { ...found, problem: { severity: 'error', code: 'too-many-cells', message, hint: 'put a cell into quotes that has what stands between cells in it' } };
    }
    if (row.length > names.length) return found;
    const message = `there are ${row.length} cells, and the table has ${names.length} columns; the others count as empty`;
    return { ...found, problem: { severity: 'warning', code: 'too-few-cells', message, hint: 'write every cell, also those that are empty' } };
  }

  #problem(code: string, message: string, hint: string, line = this.#line): Error {
    return fileProblem(code, message, hint, { file: this.#options.shown, line, column: 1 });
  }
}
