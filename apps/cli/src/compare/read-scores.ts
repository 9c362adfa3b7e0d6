import { openRun } from '@assay/engine';
import { createJudgesOfRun, createRunScores, formatCount, type ComparisonSide } from '@assay/reports';
import { StoreError, type ResultRow, type RunReader } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { tornLineNote } from '../runs/torn-line-note.js';
import type { RowChoice } from './row-choice.js';

/** Whether it is a whole run; nothing of a folder of rows that does not say what it is. @param stored how many rows are there. */
async function wholeness(reader: RunReader, stored: number, location: string): Promise<Pick<ComparisonSide, 'unfinished' | 'shard' | 'judgePromptVersion'>> {
  try {
    const { status, rows, shard, judgePromptVersion } = await reader.manifest();
    // A case whose row somebody took out of the folder is compared with nothing, as one that was never run.
    const lost = status === 'finished' && stored < rows;
    if (lost) process.stderr.write(`note: ${location}/results.jsonl holds ${stored} of the ${formatCount(rows, 'row', 'rows')} that the run has stored; it is taken for one that did not finish\n`);
    return { unfinished: status !== 'finished' || lost, shard, judgePromptVersion };
  } catch (error) {
    if (error instanceof StoreError) return {};
    throw error;
  }
}

export interface ReadScoresOptions {
  readonly folder: string;
  readonly cwd: string;
  /** Whether a target is read. Default: all are. */
  readonly only?: ((target: string) => boolean) | undefined;
  /** Which rows are read. Default: all. */
  readonly choice?: RowChoice | undefined;
}

/**
 * Reads the scores of a run, row by row.
 * @param also called with every row that is taken.
 * @throws StoreError, UsageError
 */
export async function readScores({ folder, cwd, only, choice }: ReadScoresOptions, also?: (row: ResultRow) => void): Promise<ComparisonSide> {
  const [scores, judges] = [createRunScores(only), createJudgesOfRun()];
  const reader = await openRun(folder, { onTornLine: tornLineNote(cwd) });
  let stored = 0;
  for await (const row of reader.rows()) {
    stored += 1;
    const taken = choice ? choice.take(row) : row;
    if (!taken) continue;
    scores.add(taken);
    judges.add(taken);
    also?.(taken);
  }
  choice?.check();
  const location = displayFolder(cwd, folder);
  return { scores, judges, location, ...(await wholeness(reader, stored, location)) };
}
