import { findProjectRoot } from '@assay/loaders';
import { compareRuns, compareSlices, createSlicedRuns, decideComparison, encodeComparison, renderComparison, renderComparisonSlices, reportOfRuns, sliceKey } from '@assay/reports';
import { ofPrompt } from '../compare/of-prompt.js';
import { pairTargets } from '../compare/pair-targets.js';
import { readScores } from '../compare/read-scores.js';
import type { OptionValues } from '../options/option-values.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import { keepHeapSmall } from '../processes/keep-heap-small.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { withComparisonReports } from '../terminal/with-comparison-reports.js';

/** Most cases of a kind that reports name. */
const MOST_CASES = 1000;

export interface CompareOptions {
  readonly targetA?: string;
  readonly targetB?: string;
  readonly promptA?: string;
  readonly promptB?: string;
  /** [0, 1] */
  readonly tie?: number;
  /** [0, 1); makes the comparison pass or fail. */
  readonly margin?: number;
  /** (0, 1) */
  readonly alpha?: number;
  /** What the comparison is made apart for, too. */
  readonly by?: readonly string[];
  readonly report?: OptionValues['reports'];
  readonly json?: boolean;
}

/**
 * `assay compare`: holds run B against run A. Resolves to the exit code: 4 when there was nothing
 * to compare, otherwise 0, or with a margin what the means come to.
 */
export function compareCommand(runA: string, runB: string, options: CompareOptions): Promise<number> {
  const { targetA, targetB, promptA, promptB, tie, margin, alpha, json, by = [], report: reports } = options;
  const keys = by.map(sliceKey);
  const [promptBefore, promptNow] = [promptA ?? promptB, promptB ?? promptA];
  const prompts = promptNow === undefined ? undefined : { before: promptBefore, now: promptNow };
  const cwd = process.cwd();
  keepHeapSmall();
  return withComparisonReports({ reports, json, by, cwd }, async () => {
    const projectRoot = findProjectRoot(cwd) ?? cwd;
    const [folderA, folderB] = [
      await findRunFolder({ run: runA, cwd, runsFolder: runsFolder(projectRoot) }),
      await findRunFolder({ run: runB, cwd, runsFolder: runsFolder(projectRoot) }),
    ];
    const slices = keys.map((key) => createSlicedRuns(key, { a: targetA, b: targetB }));
    const a = { ...(await readScores({ folder: folderA, cwd, only: targetA, choice: ofPrompt('A', promptBefore) }, (row) => slices.forEach((each) => each.a.add(row)))), prompt: promptBefore };
    const b = { ...(await readScores({ folder: folderB, cwd, only: targetB, choice: ofPrompt('B', promptNow) }, (row) => slices.forEach((each) => each.b.add(row)))), prompt: promptNow };
    for (const key of keys) {
      const unknown = key.unknown();
      if (unknown) throw unknown;
    }
    const targets = pairTargets({
      a: a.scores.targets,
      b: b.scores.targets,
      selectedA: targetA,
      selectedB: targetB,
    });
    const gates = { tie, margin, alpha, gate: margin === undefined ? ('none' as const) : ('mean' as const) };
    const comparison = compareRuns({ a, b, targets, ...gates });
    const style = () => ({ columns: outputColumns(), color: usesColor() });
    const sliced = slices.map((each) => ({ name: each.name, values: compareSlices(each, { targets, ...gates }) }));
    const tables = (): readonly string[] => sliced.map(({ name, values }) => `\n${renderComparisonSlices(name, values, style())}`);
    return {
      exitCode: decideComparison(comparison).exitCode,
      text: async () => (json ? `${JSON.stringify(encodeComparison(comparison, sliced), null, 2)}\n` : (await renderComparison(comparison, style())) + tables().join('')),
      runs: [folderA, folderB],
      comparison: () => reportOfRuns(compareRuns({ a, b, targets, ...gates, maxCases: MOST_CASES }), { prompts, slices: sliced }),
    };
  });
}
