import { resolve } from 'node:path';
import { fileParts, UsageError, type FilePart, type ResultRow } from '@assay/schema';
import { fileSize } from '../store/lines/file-size.js';
import { lastRows } from '../store/lines/last-rows.js';
import type { TornLine } from '../store/lines/read-row-values.js';
import { readOutsideKeys } from '../store/outside-keys.js';
import { outsideFile, resultsFile } from '../store/run-files.js';
import { storedRows, type StoredRows } from '../store/stored-rows.js';
import { AttachedPlaces } from './attached-places.js';
import { OpenConflicts } from './open-conflicts.js';
import { RowChoices } from './row-choices.js';
import { standingOf } from '../resume/row-standing.js';
import { isSameResult, wholeOf } from './same-result.js';
import { TrialPlaces } from './trial-places.js';

/** A run that is united with others. */
export interface UnitedRun {
  /** Its folder. */
  readonly location: string;
  /** As it is to be named. */
  readonly name: string;
}

export interface UniteOptions {
  /** Told of a torn last line, which is left out. */
  readonly onTornLine?: ((torn: TornLine) => void) | undefined;
}

/** The rows of several runs, one for each trial. */
export interface UnitedRows {
  /** Trials. */
  readonly size: number;
  /** Trials that each run has a row of, in the order of the runs. */
  readonly sizes: readonly number[];
  /** The row of each trial that counts, read again: run by run, in the order of finishing. @throws StoreError */
  rows(): AsyncIterable<ResultRow>;
}

/** A trial in words. */
function described({ suite, caseId, target, variant, repeat }: ResultRow): string {
  return [`case "${caseId}" of suite "${suite}" on ${target}`, ...(variant.label === '' ? [] : [variant.label]), ...(repeat === 1 ? [] : [`repeat ${repeat}`])].join(', ');
}

function differing(row: ResultRow, before: string, after: string): UsageError {
  return new UsageError(`${described(row)} has different scored results in ${before} and ${after}`, {
    hint: 'both are results of the trial, and nothing tells which one counts: leave one of the runs out',
  });
}

function otherFile({ suite, suitePath }: ResultRow, { value }: FilePart, before: string, after: string): UsageError {
  return new UsageError(`these runs are not shards of one run: the file ${value} that cases of suite "${suite}" (${suitePath}) come with is not the same in ${before} and ${after}`, {
    hint: 'run all shards with the same files, of the same commit',
  });
}

function askedOtherwise(row: ResultRow, before: string, after: string): UsageError {
  return new UsageError(`${described(row)} was asked otherwise in ${before} than in ${after}: its messages, their files or its target differ`, {
    hint: 'the case would count twice: leave one of the runs out, and run all shards with the same files and settings',
  });
}

interface OpenedRun extends UnitedRun {
  readonly file: string;
  /** Bytes of the file when it was opened: what is appended later is not read, in neither of the two passes. */
  readonly size: number;
  readonly stored: StoredRows;
  /** Trials whose rows do not count, since the run has them no more. */
  readonly outside: ReadonlySet<string>;
}

/** Of a row that says what its trial came to. */
const SETTLED = 2;

/** How much a row says of its trial: 0 without a score, 1 where what it lost leaves its verdict open, else {@link SETTLED}. */
function standing(row: ResultRow): number {
  if (row.score === null) return 0;
  return standingOf(row) === 'settled' ? SETTLED : 1;
}

/** Which row of a trial counts: a settled one before an open one, that before one without a score; of two alike the one that finished later. */
async function choose(choices: RowChoices, runs: readonly OpenedRun[], { onTornLine }: UniteOptions): Promise<readonly number[]> {
  const sizes: number[] = [];
  const places = new TrialPlaces();
  const files = new AttachedPlaces();
  const conflicts = new OpenConflicts();
  for (const [run, { file, size, name, outside }] of runs.entries()) {
    let count = 0;
    for await (const { row, place } of lastRows(file, { onTornLine, size })) {
      if (outside.has(row.trialKey)) continue;
      count += 1;
      const worth = standing(row);
      const finishedAt = Date.parse(row.finishedAt);
      const before = choices.get(row.trialKey);
      const other = before ? undefined : places.take(row, run);
      if (other !== undefined) throw askedOtherwise(row, runs[other]?.name ?? '', name);
      for (const part of fileParts(row.input)) {
        const elsewhere = files.take(row, part, run);
        if (elsewhere !== undefined) throw otherFile(row, part, runs[elsewhere]?.name ?? '', name);
      }
      if (before && before.standing !== worth) {
        if (before.standing > worth) continue;
        conflicts.settled(row.trialKey);
      } else if (before) {
        const counted = worth > 0 ? await runs[before.run]?.stored.at(before.place) : undefined;
        const isSame = !counted || (worth === SETTLED ? isSameResult(counted, row) : counted.score === row.score);
        const whole = isSame ? undefined : wholeOf(counted, row);
        if (!isSame && !whole) {
          conflicts.add(counted, row, () => differing(row, runs[before.run]?.name ?? '', name));
          continue;
        }
        if (whole ? whole === counted : finishedAt < before.finishedAt) continue;
        if (whole) conflicts.made(row.trialKey);
      }
      choices.set(row.trialKey, { run, place, standing: worth, finishedAt });
    }
    sizes.push(count);
  }
  if (conflicts.error) throw conflicts.error;
  return sizes;
}

/**
 * The union of runs by the keys of their trials. Rows are read one by one, twice; what is kept in memory is where they stand.
 * @throws UsageError for two scored rows of a trial that differ, for a case that was asked otherwise in one run than in another, with
 * the case and both runs, and for a file that cases come with and that is another one in one run than in another.
 * @throws StoreError with file and line for a line that is not a row.
 */
export async function uniteRuns(runs: readonly UnitedRun[], options: UniteOptions = {}): Promise<UnitedRows> {
  const choices = new RowChoices();
  const opened = await Promise.all(
    runs.map(async ({ location, name }): Promise<OpenedRun> => {
      const file = resultsFile(resolve(location));
      const outside = await readOutsideKeys(outsideFile(resolve(location)));
      return { location, name, file, size: await fileSize(file), stored: storedRows(location), outside };
    }),
  );
  const sizes = await choose(choices, opened, options);
  return {
    size: choices.size,
    sizes,
    async *rows() {
      for (const [run, { file, size, outside }] of opened.entries()) {
        for await (const { row, place } of lastRows(file, { size })) {
          if (!outside.has(row.trialKey) && choices.has(row.trialKey, run, place.start)) yield row;
        }
      }
    },
  };
}
