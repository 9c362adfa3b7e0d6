import { dirname } from 'node:path/posix';
import { suiteKey, type FilePart, type ResultRow } from '@assay/schema';
import { TrialKeyTable } from '../store/lines/trial-key-table.js';

/** A file as cases name it: what is written means the same in all files of a folder. */
function placeOf(row: ResultRow, { value }: FilePart): string {
  return JSON.stringify([suiteKey(row), dirname(row.source.replaceAll('\\', '/')), value]);
}

/** Which run has sent which file with which content, by hashes: some 60 bytes for each file, whatever it holds. */
export class AttachedPlaces {
  /** The first run that has a file, and that has it with a content. */
  readonly #files = new TrialKeyTable();
  readonly #contents = new TrialKeyTable();

  /**
   * Takes note of a file that a row of a run was asked with.
   * @param run position of the run, from 0.
   * @returns the other run that sent another content; undefined when there is none.
   */
  take(row: ResultRow, part: FilePart, run: number): number | undefined {
    if (part.digest === undefined) return undefined;
    const place = placeOf(row, part);
    const content = `${place}${part.digest}`;
    if (this.#contents.has(content)) return undefined;
    // The tables count from 1.
    this.#contents.put(content, run + 1);
    const before = this.#files.get(place);
    if (before === undefined) this.#files.put(place, run + 1);
    return before === undefined || before === run + 1 ? undefined : before - 1;
  }
}
