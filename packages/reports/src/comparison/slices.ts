import type { ResultRow, VerdictThresholds } from '@assay/schema';
import { compareNatural } from '../statistics/natural-order.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import type { SliceKey } from '../statistics/slices/slice-key.js';
import { cleanText } from '../text-layout/clean-text.js';
import { createPaint } from '../text-layout/paint.js';
import { compareRuns, type CompareRunsOptions } from './compare-runs.js';
import type { ComparisonNumbers } from './comparison.js';
import { renderComparisonGroups } from './render-comparison-groups.js';
import type { RenderComparisonOptions } from './render-comparison.js';
import { createRunScores, type RunScores } from './run-scores.js';

/** Most values that are held against each other; the others are left to the total. */
const MOST_SLICES = 200;
const MIN_COLUMNS = 20;

/** The scores of a run, apart for each value of a key. */
export interface SlicedScores {
  add(row: ResultRow): void;
  /** Of the rows that have a value, which is empty for those that have none; no rows for a value that nothing has. */
  of(value: string): RunScores;
  readonly values: readonly string[];
}

/** What the cases with a value come to in two runs. */
export interface ComparisonSlice {
  readonly value: string;
  readonly numbers: ComparisonNumbers;
}

/** What two runs come to by a key. */
export interface ComparisonSlices {
  readonly name: string;
  readonly values: readonly ComparisonSlice[];
}

/** @param only keeps the scores of this target alone. */
export function createSlicedScores(key: SliceKey, only?: string, thresholds: VerdictThresholds = VERDICT_THRESHOLDS): SlicedScores {
  const byValue = new Map<string, RunScores>();
  const make = (value: string): RunScores => {
    const scores = createRunScores(only);
    byValue.set(value, scores);
    return scores;
  };
  return {
    add(row) {
      for (const { value, score } of key.parts(row, thresholds)) {
        const scores = byValue.get(value) ?? (byValue.size < MOST_SLICES ? make(value) : undefined);
        // Of a part that is taken alone nothing is known but its score.
        scores?.add(score === row.score ? row : { ...row, score, scoreBounds: { worst: score ?? 0, best: score ?? 1 } });
      }
    },
    of: (value) => byValue.get(value) ?? createRunScores(only),
    get values() {
      return [...byValue.keys()];
    },
  };
}

/** Holds the cases of each value against each other, as {@link compareRuns} holds all of them. In natural order, those without a value last. */
export function compareSlices(a: SlicedScores, b: SlicedScores, options: Pick<CompareRunsOptions, 'targets' | 'tie' | 'margin' | 'alpha'>): readonly ComparisonSlice[] {
  const values = [...new Set([...a.values, ...b.values])].sort((one, other) => Number(one === '') - Number(other === '') || compareNatural(one, other));
  const side = (scores: RunScores) => ({ scores, location: '' });
  return values.map((value) => ({ value, numbers: compareRuns({ a: side(a.of(value)), b: side(b.of(value)), ...options, maxCases: 0 }).total }));
}

/** Slices as a table like that of suites. Ends in a line break. */
export function renderComparisonSlices(name: string, slices: readonly ComparisonSlice[], { columns, color }: RenderComparisonOptions): string {
  const groups = slices.map(({ value, numbers }) => ({ ...numbers, suite: value === '' ? '(none)' : value, suitePath: value, targetA: '', targetB: '' }));
  const lines = renderComparisonGroups({ groups }, Math.max(MIN_COLUMNS, columns), createPaint(color), `By ${cleanText(name)}`);
  return lines.map((line) => `${line}\n`).join('');
}
