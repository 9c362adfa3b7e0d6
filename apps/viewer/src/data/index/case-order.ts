import type { IndexCase } from '@assay/schema';
import { withRoom } from './growing.js';

const PLACE = /^(.*):(\d+):\d+$/su;
const MOST_FILES = 1e5;
const MOST_LINES = 1e8;

/** Says of each case where it stands in the order of suites and files, as a number to sort by: rows are stored in the order in which they end. */
export class CaseOrder {
  #keys = new Float64Array(0);
  #cases = 0;
  readonly #files = new Map<string, number>();

  add({ suite, source }: IndexCase): void {
    const [, file = source, line = '0'] = PLACE.exec(source) ?? [];
    let number = this.#files.get(file);
    if (number === undefined) this.#files.set(file, (number = this.#files.size));
    this.#keys = withRoom(this.#keys, this.#cases + 1);
    this.#keys[this.#cases] = (suite * MOST_FILES + Math.min(number, MOST_FILES - 1)) * MOST_LINES + Math.min(Number(line), MOST_LINES - 1);
    this.#cases += 1;
  }

  /** @param number of a case in the index */
  keyOf(number: number): number {
    return this.#keys[number] ?? 0;
  }
}
