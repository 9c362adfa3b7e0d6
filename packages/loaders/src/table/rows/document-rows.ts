import { describeKind, isJsonObject, type SourceDocument } from '@assay/schema';
import { keptDigits } from '../../fields/kept-digits.js';
import type { RowSource, TableRow } from './row-source.js';

/** Rows of a list in a file that is read whole. */
export class DocumentRows implements RowSource {
  readonly #document: SourceDocument;
  readonly #list: readonly unknown[];
  #next = 0;

  constructor(document: SourceDocument, list: readonly unknown[]) {
    this.#document = document;
    this.#list = list;
  }

  take(): TableRow | undefined {
    const index = this.#next;
    if (index >= this.#list.length) return undefined;
    this.#next += 1;
    const cells = this.#list[index];
    const place = { number: this.#next, line: this.#document.locate([index]).line };
    if (isJsonObject(cells)) return { ...place, cells: keptDigits(cells, [index], (path) => this.#document.written(path)) };
    return { ...place, cells: {}, problem: { severity: 'error', code: 'invalid-row', message: `a row must be an object, not ${describeKind(cells)}`, hint: 'write an object with the names of columns for each row' } };
  }

  async fill(): Promise<boolean> {
    return false;
  }

  async close(): Promise<void> {}
}
