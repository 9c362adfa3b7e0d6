import type { ResultRow, Trial, TrialKeys } from '@assay/schema';
import type { RowPlace } from '../store/lines/read-row-values.js';
import { TrialKeyTable } from '../store/lines/trial-key-table.js';
import { ComparedGroups } from './compared-groups.js';
import { storedUnkeyedFiles } from '../attached/unkeyed-files.js';
import { hasReply, standingOf } from './row-standing.js';

/**
 * - `resume`: what has no verdict is asked or scored again, and so is what would be scored otherwise now;
 * - `rescore`: every stored reply is scored again, and nobody is asked for one.
 */
export type ResumeMode = 'resume' | 'rescore';

/** What becomes of a stored row: it counts as it is, its reply is scored again, it is asked for again, or it is of no planned trial. */
export type RowFate = 'kept' | 'rescored' | 'replaced' | 'outside';

/** States of a planned trial; 0 as long as no row of it is found. */
const KEPT = 1;
const RESCORED = 2;
/** Its own scores stay, and its reply is compared with others again. */
const REOPENED = 3;
/** It has a row that is not looked at: one that another takes the place of, or one that is stored by now. */
const STORED = 4;

/** Hexadecimal digits that are kept of a hash: enough for two keys of one trial not to be equal by chance. */
const DIGITS = 8;

function partOf(hash: string | undefined, part: number): number {
  return hash === undefined ? 0 : Number.parseInt(hash.slice(part * DIGITS, (part + 1) * DIGITS), 16);
}

/** Numbers of each planned trial, in the order of the plan. */
interface Columns {
  readonly assessment: [Uint32Array, Uint32Array];
  readonly state: Uint8Array;
  readonly start: Float64Array;
  readonly length: Uint32Array;
}

function columns(capacity: number, before?: Columns): Columns {
  const made: Columns = {
    assessment: [new Uint32Array(capacity), new Uint32Array(capacity)],
    state: new Uint8Array(capacity),
    start: new Float64Array(capacity),
    length: new Uint32Array(capacity),
  };
  if (!before) return made;
  made.assessment[0].set(before.assessment[0]);
  made.assessment[1].set(before.assessment[1]);
  made.state.set(before.state);
  made.start.set(before.start);
  made.length.set(before.length);
  return made;
}

/**
 * Holds the plan of a run and the rows that earlier parts of it stored against each other: what is left to do. First every
 * trial is planned, then every row is found a place. Takes some 60 bytes a trial.
 */
export class ResumeLedger implements TrialKeys {
  readonly #mode: ResumeMode;
  readonly #wholeRows: boolean;
  readonly #keys = new TrialKeyTable();
  readonly #groups = new ComparedGroups();
  /** What trials are asked with that their keys do not know, by position: of few trials there is something. */
  readonly #files = new Map<number, string>();
  #columns = columns(64);
  #kept = 0;
  #rescored = 0;
  #stored = 0;
  #outside = 0;

  /** @param wholeRows true where a reply is scored again, too, that an evaluator or a judge was lost on though its verdict is certain. */
  constructor(mode: ResumeMode, { wholeRows = false }: { readonly wholeRows?: boolean | undefined } = {}) {
    this.#mode = mode;
    this.#wholeRows = wholeRows;
  }

  /** Trials that are planned. */
  get planned(): number {
    return this.#keys.size;
  }

  /** Trials whose rows count as they are. */
  get size(): number {
    return this.#kept;
  }

  /** Trials whose replies are scored again. */
  get rescored(): number {
    return this.#rescored;
  }

  /** Trials that have a stored row, whatever becomes of it: a row stays where it is until there is another one. */
  get stored(): number {
    return this.#stored;
  }

  /** Trials that are still to be run, once every row has been {@link found} a place. */
  get left(): number {
    return this.#mode === 'rescore' ? this.#rescored : this.planned - this.#kept;
  }

  /** Stored rows of trials that are not planned any more. They stay, and do not count. */
  get outside(): number {
    return this.#outside;
  }

  /**
   * @param assessment what the trial's reply is compared with now.
   * @param compared the trial, where its reply is compared with those of others.
   * @param files what the files hold that the trial comes with and whose content its key does not know.
   */
  plan(key: string, assessment: string, compared?: Trial, files?: string): void {
    const index = this.#keys.size;
    // A trial that stands twice in a plan is one: suites and ids tell them apart before.
    if (this.#keys.put(key, index + 1) !== undefined) return;
    if (index >= this.#columns.state.length) this.#columns = columns(index * 2, this.#columns);
    this.#columns.assessment[0][index] = partOf(assessment, 0);
    this.#columns.assessment[1][index] = partOf(assessment, 1);
    if (compared) this.#groups.plan(index, compared);
    if (files !== undefined) this.#files.set(index, files);
  }

  /** Whether replies are compared. Then every row has to be {@link seen} before the first is found a place. */
  get compares(): boolean {
    return this.#groups.any;
  }

  /** Takes note of a row that will be found a place. @param stale as of {@link found}. */
  seen(row: ResultRow, stale = false): void {
    const index = this.#indexOf(row.trialKey);
    this.#groups.seen(row, { index, isKept: index !== undefined && this.#fateOf(row, index, stale) === 'kept' });
  }

  /**
   * @param place where the row stands.
   * @param stale true for one that was to be scored again, by a process that did not come to it.
   */
  found(row: ResultRow, place: RowPlace, stale = false): RowFate {
    const index = this.#indexOf(row.trialKey);
    if (index === undefined) {
      this.#outside += 1;
      return 'outside';
    }
    this.#note(index);
    const own = this.#fateOf(row, index, stale);
    const fate = own === 'kept' && hasReply(row) && this.#groups.isOpen(index, row) ? 'rescored' : own;
    if (fate === 'kept') {
      this.#columns.state[index] = KEPT;
      this.#kept += 1;
    } else if (fate === 'rescored') {
      this.#columns.state[index] = own === 'kept' ? REOPENED : RESCORED;
      this.#columns.start[index] = place.start;
      this.#columns.length[index] = place.length;
      this.#rescored += 1;
    }
    return fate;
  }

  /** Takes note of a row that is stored from now on. */
  added(key: string): void {
    const index = this.#indexOf(key);
    if (index !== undefined) this.#note(index);
  }

  /** True for a trial that is not to be run: its row is kept, or nobody is asked for its reply. */
  has(key: string): boolean {
    const state = this.#columns.state[this.#indexOf(key) ?? -1];
    return state === KEPT || (this.#mode === 'rescore' && state !== RESCORED);
  }

  /** True for a row that would count as it is, if its reply did not have to be compared with others again. */
  reopens(key: string): boolean {
    return this.#columns.state[this.#indexOf(key) ?? -1] === REOPENED;
  }

  /** Where the row stands whose reply is scored again; undefined for a trial that is asked. */
  placeOf(key: string): RowPlace | undefined {
    const index = this.#indexOf(key);
    const state = index === undefined ? undefined : this.#columns.state[index];
    if (index === undefined || (state !== RESCORED && state !== REOPENED)) return undefined;
    return { start: this.#columns.start[index] ?? 0, length: this.#columns.length[index] ?? 0 };
  }

  #note(index: number): void {
    if (this.#columns.state[index] !== 0) return;
    this.#columns.state[index] = STORED;
    this.#stored += 1;
  }

  #indexOf(key: string): number | undefined {
    const place = this.#keys.get(key);
    return place === undefined ? undefined : place - 1;
  }

  #fateOf(row: ResultRow, index: number, stale: boolean): RowFate {
    if (this.#mode === 'rescore') return hasReply(row) ? 'rescored' : 'kept';
    const standing = standingOf(row);
    if (standing === 'to-ask' || this.#cameWithOtherFiles(row, index)) return 'replaced';
    if (standing === 'to-score' || (stale && hasReply(row)) || (this.#wholeRows && row.status === 'partial')) return 'rescored';
    return this.#isSameAssessment(row, index) || !hasReply(row) ? 'kept' : 'rescored';
  }

  #cameWithOtherFiles({ input }: ResultRow, index: number): boolean {
    const now = this.#files.get(index);
    const then = now === undefined ? undefined : storedUnkeyedFiles(input);
    return then !== undefined && then !== now;
  }

  #isSameAssessment({ assessmentKey }: ResultRow, index: number): boolean {
    const [first, second] = this.#columns.assessment;
    return first[index] === partOf(assessmentKey, 0) && second[index] === partOf(assessmentKey, 1);
  }
}
