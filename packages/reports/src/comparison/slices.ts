import type { ResultRow, VerdictThresholds } from '@assay/schema';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { sliceName } from '../statistics/slices/slice-columns.js';
import type { SliceKey } from '../statistics/slices/slice-key.js';
import { compareSliceNames, createSliceValues, type SliceName } from '../statistics/slices/slice-values.js';
import { cleanText } from '../text-layout/clean-text.js';
import { createPaint } from '../text-layout/paint.js';
import { compareTotals, type CompareRunsOptions } from './compare-runs.js';
import type { ComparisonNumbers } from './comparison.js';
import { renderComparisonGroups } from './render-comparison-groups.js';
import type { RenderComparisonOptions } from './render-comparison.js';
import { createRunScores, type RunScores } from './run-scores.js';

const MIN_COLUMNS = 20;

/** The scores of a run, apart for each value of a key. */
interface SlicedScores {
  add(row: ResultRow): void;
}

/** Two runs, apart for each value of a key: the same 200 of both, whichever of their rows came first, and one slice of all others. */
export interface SlicedRuns {
  readonly name: string;
  readonly a: SlicedScores;
  readonly b: SlicedScores;
  /** What each side has of a slice; no rows where it has none. */
  readonly slices: ReadonlyMap<SliceName, Readonly<Record<'a' | 'b', RunScores>>>;
}

/** What the cases with a value come to in two runs. */
export interface ComparisonSlice {
  /** Empty for those that have none. */
  readonly value: string;
  /** True for the slice of all values beyond the first 200. */
  readonly others?: true | undefined;
  readonly numbers: ComparisonNumbers;
}

/** What two runs come to by a key. */
export interface ComparisonSlices {
  readonly name: string;
  readonly values: readonly ComparisonSlice[];
}

/** @param only keeps the scores of these targets alone. */
export function createSlicedRuns(key: SliceKey, only: { readonly a?: ((target: string) => boolean) | undefined; readonly b?: ((target: string) => boolean) | undefined } = {}, thresholds: VerdictThresholds = VERDICT_THRESHOLDS): SlicedRuns {
  const [values, slices] = [createSliceValues(), new Map<SliceName, Record<'a' | 'b', RunScores>>()];
  const scoresOf = (value: string): Record<'a' | 'b', RunScores> => {
    const slice = values.of(value);
    let scores = slices.get(slice);
    if (!scores) slices.set(slice, (scores = { a: createRunScores(only.a), b: createRunScores(only.b) }));
    return scores;
  };
  const side = (name: 'a' | 'b'): SlicedScores => ({
    add(row) {
      for (const { value, score } of key.parts(row, thresholds)) {
        // Of a part that is taken alone nothing is known but its score.
        scoresOf(value)[name].add(score === row.score ? row : { ...row, score, scoreBounds: { worst: score ?? 0, best: score ?? 1 } });
      }
    },
  });
  return { name: key.name, a: side('a'), b: side('b'), slices };
}

/**
 * Holds the cases of each value against each other, as all of them are held. In natural order, those without a value last. What is worse is corrected for how
 * many values there are (Holm).
 */
export function compareSlices({ slices }: SlicedRuns, options: Pick<CompareRunsOptions, 'targets' | 'tie' | 'margin' | 'alpha'>): readonly ComparisonSlice[] {
  const side = (scores: RunScores) => ({ scores, location: '' });
  const found = [...slices].sort(([one], [other]) => compareSliceNames(one, other));
  const numbers = compareTotals(found.map(([, { a, b }]) => ({ a: side(a), b: side(b), ...options, maxCases: 0 })), options);
  return found.flatMap(([name], index) => {
    const known = numbers[index];
    return known ? [{ value: name ?? '', ...(name === undefined ? { others: true as const } : {}), numbers: known }] : [];
  });
}

/** Slices as a table like that of suites. Ends in a line break. */
export function renderComparisonSlices(name: string, slices: readonly ComparisonSlice[], { columns, color }: RenderComparisonOptions): string {
  const groups = slices.map(({ numbers, ...slice }) => ({ ...numbers, suite: sliceName(slice), suitePath: slice.value, targetA: '', targetB: '' }));
  const lines = renderComparisonGroups({ groups }, Math.max(MIN_COLUMNS, columns), createPaint(color), `By ${cleanText(name)}`);
  return lines.map((line) => `${line}\n`).join('');
}
