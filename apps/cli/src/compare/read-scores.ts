import { openRun } from '@assay/engine';
import { createRunScores, type ComparisonSide } from '@assay/reports';
import { StoreError, type ResultRow, type RunReader } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';

/** Whether it is a whole run; nothing of a folder of rows that does not say what it is. */
async function wholeness(reader: RunReader): Promise<Pick<ComparisonSide, 'unfinished' | 'shard'>> {
  try {
    const { status, shard } = await reader.manifest();
    return { unfinished: status !== 'finished', shard };
  } catch (error) {
    if (error instanceof StoreError) return {};
    throw error;
  }
}

/**
 * Reads the scores of a run, row by row.
 * @param only the target that is read; undefined for all.
 * @param also is told of every row.
 * @throws StoreError
 */
export async function readScores(folder: string, cwd: string, only?: string, also?: (row: ResultRow) => void): Promise<ComparisonSide> {
  const scores = createRunScores(only);
  const reader = await openRun(folder, {
    onTornLine({ file, line }) {
      process.stderr.write(`${displayFolder(cwd, file)}:${line}: note: this line was cut short and is left out\n`);
    },
  });
  for await (const row of reader.rows()) {
    scores.add(row);
    also?.(row);
  }
  return { scores, location: displayFolder(cwd, folder), ...(await wholeness(reader)) };
}
