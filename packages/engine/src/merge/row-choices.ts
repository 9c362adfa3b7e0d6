import type { RowPlace } from '../store/lines/read-row-values.js';
import { TrialKeyTable } from '../store/lines/trial-key-table.js';

const FIRST_CAPACITY = 64;
/** Twice as much each time would leave up to half of the room empty. */
const GROWTH = 1.35;

/** Where a row stands among several runs. */
export interface ChosenRow {
  /** Position of the run, from 0. */
  readonly run: number;
  readonly place: RowPlace;
  /** How much it says of its trial: more counts before less. */
  readonly standing: number;
  /** Milliseconds since the epoch. */
  readonly finishedAt: number;
}

/** Numbers of the chosen row of each trial. */
interface Columns {
  readonly run: Uint32Array;
  readonly standing: Uint8Array;
  readonly start: Float64Array;
  readonly length: Uint32Array;
  readonly finishedAt: Float64Array;
}

function columns(capacity: number, before?: Columns): Columns {
  const made: Columns = {
    run: new Uint32Array(capacity),
    standing: new Uint8Array(capacity),
    start: new Float64Array(capacity),
    length: new Uint32Array(capacity),
    finishedAt: new Float64Array(capacity),
  };
  if (!before) return made;
  made.run.set(before.run);
  made.standing.set(before.standing);
  made.start.set(before.start);
  made.length.set(before.length);
  made.finishedAt.set(before.finishedAt);
  return made;
}

/** Which row of which run counts for a trial, by where it stands: some 55 bytes a trial, whatever rows hold. */
export class RowChoices {
  readonly #keys = new TrialKeyTable();
  #columns = columns(FIRST_CAPACITY);

  /** Trials that have a row. */
  get size(): number {
    return this.#keys.size;
  }

  get(key: string): ChosenRow | undefined {
    const place = this.#keys.get(key);
    if (place === undefined) return undefined;
    const index = place - 1;
    const { run, standing, start, length, finishedAt } = this.#columns;
    return {
      run: run[index] ?? 0,
      standing: standing[index] ?? 0,
      place: { start: start[index] ?? 0, length: length[index] ?? 0 },
      finishedAt: finishedAt[index] ?? 0,
    };
  }

  set(key: string, { run, place, standing, finishedAt }: ChosenRow): void {
    const known = this.#keys.get(key);
    const index = known === undefined ? this.#keys.size : known - 1;
    if (known === undefined) this.#keys.put(key, index + 1);
    if (index >= this.#columns.standing.length) this.#columns = columns(Math.ceil(index * GROWTH), this.#columns);
    this.#columns.run[index] = run;
    this.#columns.standing[index] = standing;
    this.#columns.start[index] = place.start;
    this.#columns.length[index] = place.length;
    this.#columns.finishedAt[index] = finishedAt;
  }

  /** True for the row that counts. */
  has(key: string, run: number, start: number): boolean {
    const chosen = this.get(key);
    return chosen !== undefined && chosen.run === run && chosen.place.start === start;
  }
}
