import { openRun } from '@assay/engine';
import { createJudgesOfRun, createRunScores, type ComparisonSide } from '@assay/reports';
import { StoreError, type ResultRow, type RunReader } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { tornLineNote } from '../runs/torn-line-note.js';
import type { RowChoice } from './row-choice.js';

/** Whether it is a whole run; nothing of a folder of rows that does not say what it is. */
async function wholeness(reader: RunReader): Promise<Pick<ComparisonSide, 'unfinished' | 'shard' | 'judgePromptVersion'>> {
  try {
    const { status, shard, judgePromptVersion } = await reader.manifest();
    return { unfinished: status !== 'finished', shard, judgePromptVersion };
  } catch (error) {
    if (error instanceof StoreError) return {};
    throw error;
  }
}

export interface ReadScoresOptions {
  readonly folder: string;
  readonly cwd: string;
  /** The target that is read. Default: all. */
  readonly only?: string | undefined;
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
  for await (const row of reader.rows()) {
    const taken = choice ? choice.take(row) : row;
    if (!taken) continue;
    scores.add(taken);
    judges.add(taken);
    also?.(taken);
  }
  choice?.check();
  return { scores, judges, location: displayFolder(cwd, folder), ...(await wholeness(reader)) };
}
