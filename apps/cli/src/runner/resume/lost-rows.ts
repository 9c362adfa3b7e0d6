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

/** To be called before it is noted anew which rows are outside of the plan: those of the note the run does not count. */
export async function countRows({ manifest: { rows }, location, mode }: Pick<EarlierRun, 'manifest' | 'location' | 'mode'>): Promise<RowCount> {
  const outside = await outsideKeysOf(location);
  let stored = 0;
  return {
    seen({ trialKey }) {
      if (!outside.has(trialKey)) stored += 1;
    },
    lost({ shown, foreseen = false }) {
      const lost = rows - stored;
      if (lost <= 0) return undefined;
      const [are, their] = lost === 1 ? ['is', 'its trial is'] : ['are', 'their trials are'];
      return {
        severity: 'warning',
        code: 'lost-rows',
        message: `${lost} of the ${formatCount(rows, 'row', 'rows')} that the run has stored ${are} not in ${shown}/results.jsonl any more: ${mode === 'rescore' ? `${their} without a result` : `${their} asked, and paid for, again`}`,
        hint: `where that is not meant, ${foreseen ? 'put the file back as it was before you go on with the run' : 'end the run and put the file back as it was'}`,
      };
    },
  };
}
