import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holdsRows, outsideKeysOf, storedBytes } from '@assay/engine';
import { formatCount } from '@assay/reports';
import { UsageError, type Diagnostic, type ResultRow } from '@assay/schema';
import type { OptionWords } from '../../options/option-words.js';
import type { EarlierRun } from './earlier-run.js';

interface GoneOnWith extends Pick<EarlierRun, 'manifest' | 'location' | 'mode'> {
  /** The folder as it is to be named. */
  readonly shown: string;
  readonly words: OptionWords;
  /** Whether somebody accepts that all is asked again. */
  readonly accepted: boolean;
}

/**
 * What a run has done stands in its rows. Without them all of it would be asked, and paid for, once more.
 * @throws UsageError where none of them is there. A file is made with the folder of a run: where it is missing it was removed.
 * @throws StoreError
 */
export async function refuseLostRows({ manifest: { runId, rows }, location, shown, mode, words: { say }, accepted }: GoneOnWith): Promise<void> {
  const isMissing = !existsSync(join(location, 'results.jsonl'));
  if (!isMissing && (rows === 0 || (await holdsRows(location)))) return;
  if (accepted && mode === 'resume') return;
  const had = rows === 0 ? 'stores its rows' : `has stored ${formatCount(rows, 'row', 'rows')}`;
  const isEmpty = !isMissing && (await storedBytes(location)).results === 0;
  const lacks = `run ${runId} ${had} in ${shown}/results.jsonl, and that ${isMissing ? 'is not there' : isEmpty ? 'is empty' : 'holds none'}`;
  if (mode === 'rescore') throw new UsageError(`${lacks}: there is no reply to score`, { hint: 'put the file back as it was, or run the evals again' });
  throw new UsageError(`${lacks}: all that it has asked would be asked, and paid for, again`, {
    hint: `put the file back as it was; with ${say('acceptChanges', true)} the run goes on, and asks all of that again`,
  });
}

interface Loss {
  /** The folder as it is to be named. */
  readonly shown: string;
  /** True where it is told what would be done. */
  readonly foreseen?: boolean;
}

/** Finds out which of the rows that a run counts are not there any more. */
export interface RowCount {
  /** Takes note of a stored row. */
  seen(row: Pick<ResultRow, 'trialKey'>): void;
  /** Says that some are gone, whose trials are asked again. Who has removed a damaged line wants that. @returns undefined where nothing is missing. */
  lost(loss: Loss): Diagnostic | undefined;
}

/** The rows of one file of a run. */
interface CountedRows {
  /** As many as the run has stored. */
  readonly rows: number;
  readonly file: string;
  /** What a row is called. */
  readonly name: readonly [one: string, many: string];
  /** What becomes of what some of them were about. */
  fate(lost: number): string;
  /** True where a process that was killed has made the file, and noted no row of it. */
  readonly isMade?: boolean;
}

async function countOf({ rows, file, name, fate, isMade = false }: CountedRows, location: string): Promise<RowCount> {
  const outside = await outsideKeysOf(location);
  let stored = 0;
  return {
    seen({ trialKey }) {
      if (!outside.has(trialKey)) stored += 1;
    },
    lost({ shown, foreseen = false }) {
      const lost = rows - stored;
      const isGone = isMade && rows === 0 && !existsSync(join(location, file));
      if (lost <= 0 && !isGone) return undefined;
      return {
        severity: 'warning',
        code: 'lost-rows',
        message: isGone
          ? `the run has stored its ${name[1]} in ${shown}/${file}, and that is not there: ${fate(lost)}`
          : `${lost} of the ${formatCount(rows, ...name)} that the run has stored ${lost === 1 ? 'is' : 'are'} not in ${shown}/${file} any more: ${fate(lost)}`,
        hint: `where that is not meant, ${foreseen ? 'put the file back as it was before you go on with the run' : 'end the run and put the file back as it was'}`,
      };
    },
  };
}

type Counted = Pick<EarlierRun, 'manifest' | 'location' | 'mode'>;

/** To be called before it is noted anew which rows are outside of the plan: those of the note the run does not count. */
export async function countRows({ manifest: { rows }, location, mode }: Counted): Promise<RowCount> {
  const fate = (lost: number): string => `${lost === 1 ? 'its trial is' : 'their trials are'} ${mode === 'rescore' ? 'without a result' : 'asked, and paid for, again'}`;
  return countOf({ rows, file: 'results.jsonl', name: ['row', 'rows'], fate }, location);
}

/** The same for cases that were asked again, where what came of that stands in a file of its own. */
export async function countRechecks({ manifest: { rechecks }, location, mode }: Counted): Promise<RowCount> {
  const fate = (): string => (mode === 'rescore' ? 'those have no result' : 'those that their cases still need are asked, and paid for, again');
  return countOf({ rows: rechecks ?? 0, isMade: rechecks !== undefined, file: 'rechecks.jsonl', name: ['recheck', 'rechecks'], fate }, location);
}
