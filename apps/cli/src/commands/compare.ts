import { openRun } from '@assay/engine';
import { findProjectRoot } from '@assay/loaders';
import { compareRuns, createRunScores, encodeComparison, renderComparison, type ComparisonSide } from '@assay/reports';
import { StoreError, type RunReader } from '@assay/schema';
import { pairTargets } from '../compare/pair-targets.js';
import { EXIT } from '../exit-codes.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { findRunFolder } from '../runner/results/find-run-folder.js';
import { runsFolder } from '../runner/results/runs-folder.js';
import { displayFolder } from '../files/display-folder.js';
import { writeOut } from '../terminal/write-out.js';

export interface CompareOptions {
  readonly targetA?: string;
  readonly targetB?: string;
  /** [0, 1] */
  readonly tie?: number;
  readonly json?: boolean;
}

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

/** Reads the scores of a run, row by row. */
async function readScores(folder: string, only: string | undefined) {
  const scores = createRunScores(only);
  const cwd = process.cwd();
  const reader = await openRun(folder, {
    onTornLine({ file, line }) {
      process.stderr.write(`${displayFolder(cwd, file)}:${line}: note: this line was cut short and is left out\n`);
    },
  });
  for await (const row of reader.rows()) scores.add(row);
  return { scores, location: displayFolder(cwd, folder), ...(await wholeness(reader)) };
}

/**
 * `assay compare`: holds run B against run A. Resolves to the exit code: 0 when there was something
 * to compare, otherwise 4.
 */
export async function compareCommand(runA: string, runB: string, options: CompareOptions): Promise<number> {
  const { targetA, targetB, tie } = options;
  const cwd = process.cwd();
  const projectRoot = findProjectRoot(cwd) ?? cwd;
  const [folderA, folderB] = [
    await findRunFolder({ run: runA, cwd, runsFolder: runsFolder(projectRoot) }),
    await findRunFolder({ run: runB, cwd, runsFolder: runsFolder(projectRoot) }),
  ];
  const a = await readScores(folderA, targetA);
  const b = await readScores(folderB, targetB);
  const targets = pairTargets({
    a: a.scores.targets,
    b: b.scores.targets,
    selectedA: targetA,
    selectedB: targetB,
  });
  const comparison = compareRuns({ a, b, targets, tie });
  await writeOut(
    options.json
      ? `${JSON.stringify(encodeComparison(comparison), null, 2)}\n`
      : await renderComparison(comparison, { columns: outputColumns(), color: usesColor() }),
  );
  return comparison.total.compared > 0 ? EXIT.passed : EXIT.inconclusive;
}
