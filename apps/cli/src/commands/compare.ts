import { decideComparison, encodeComparison, renderComparison, renderComparisonSlices, sliceKey } from '@assay/reports';
import { compareStoredRuns } from '../compare/compare-stored-runs.js';
import type { OptionValues } from '../options/option-values.js';
import { keepHeapSmall } from '../processes/keep-heap-small.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { withComparisonReports } from '../terminal/with-comparison-reports.js';

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
 * `assay compare`: compares run B with run A. Resolves to the exit code: 4 when there was nothing
 * to compare, otherwise 0, or with a margin what the means come to.
 */
export function compareCommand(runA: string, runB: string, options: CompareOptions): Promise<number> {
  const { targetA, targetB, promptA, promptB, tie, margin, alpha, json, by = [], report: reports } = options;
  // What is wrong with a key is said before reports are opened.
  for (const key of by) sliceKey(key);
  const cwd = process.cwd();
  keepHeapSmall();
  return withComparisonReports({ reports, json, by, cwd }, async () => {
    const a = { run: runA, target: targetA, prompt: promptA ?? promptB };
    const b = { run: runB, target: targetB, prompt: promptB ?? promptA };
    const { comparison, slices, folders, report } = await compareStoredRuns({ a, b, cwd, tie, margin, alpha, by });
    const style = { columns: outputColumns(), color: usesColor() };
    const tables = (): string => slices.map(({ name, values }) => `\n${renderComparisonSlices(name, values, style)}`).join('');
    return {
      exitCode: decideComparison(comparison).exitCode,
      text: async () => (json ? `${JSON.stringify(encodeComparison(comparison, slices), null, 2)}\n` : (await renderComparison(comparison, style)) + tables()),
      runs: folders,
      comparison: report,
    };
  });
}
