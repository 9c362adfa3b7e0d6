import type { IndexCase } from '@assay/schema';
import { withRoom } from './growing.js';
import { compareNatural, rank } from './name-order.js';

const PLACE = /^(.*):(\d+):(\d+)$/su;
const LINE = /^(.*):(\d+)$/su;

/** Says of each case where it stands in the order of suites and files, as a number to sort by: rows are stored in the order in which they end. */
export class CaseOrder {
  #file = new Int32Array(0);
  #line = new Int32Array(0);
  #column = new Int32Array(0);
  #cases = 0;
  /** One more than the greatest line, and the greatest column. */
  #lines = 1;
  #columns = 1;
  readonly #numbers = new Map<string, number>();
  readonly #files: { readonly suite: number; readonly file: string }[] = [];
  /** Of each suite. */
  #suites: readonly number[] = [];
  /** Of each file; undefined where one has come since they were put in order. */
  #ranks: readonly number[] | undefined;

  add({ suite, source }: IndexCase): void {
    const [, file = source, line = '0', column = '0'] = PLACE.exec(source) ?? LINE.exec(source) ?? [];
    const at = this.#cases;
    this.#cases += 1;
    this.#file = withRoom(this.#file, this.#cases);
    this.#line = withRoom(this.#line, this.#cases);
    this.#column = withRoom(this.#column, this.#cases);
    this.#file[at] = this.#numberOf(suite, file);
    this.#line[at] = Number(line);
    this.#column[at] = Number(column);
    this.#lines = Math.max(this.#lines, Number(line) + 1);
    this.#columns = Math.max(this.#columns, Number(column) + 1);
  }

  /** @param ranks of suites by their numbers */
  orderSuites(ranks: readonly number[]): void {
    this.#suites = ranks;
    this.#ranks = undefined;
  }

  /** @param number of a case in the index */
  keyOf(number: number): number {
    this.#ranks ??= this.#rankFiles();
    const file = this.#ranks[this.#file[number] ?? 0] ?? 0;
    return (file * this.#lines + (this.#line[number] ?? 0)) * this.#columns + (this.#column[number] ?? 0);
  }

  #numberOf(suite: number, file: string): number {
    const key = `${suite} ${file}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#files.length);
    this.#ranks = undefined;
    return this.#files.push({ suite, file }) - 1;
  }

  #rankFiles(): readonly number[] {
    const suiteRank = (suite: number): number => this.#suites[suite] ?? suite;
    return rank(this.#files, (a, b) => suiteRank(a.suite) - suiteRank(b.suite) || compareNatural(a.file, b.file)).rankOf;
  }
}
