import type { Baseline } from '@assay/schema';
import { baselineMean } from './results/baseline-mean.js';
import { encodeChange } from './encode-baseline-check.js';
import type { BaselineUpdate } from './results/baseline-change.js';

/** What became of a baseline file. */
export interface SavedBaseline {
  readonly baseline: Baseline;
  readonly previous: Baseline | undefined;
  /** The file, as it should be shown. */
  readonly file: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly update: BaselineUpdate;
  /** Cases that were kept although the run does not have them. */
  readonly kept: number;
}

/** A saved baseline as the object that is printed for scripts. */
export function encodeSavedBaseline({ baseline, previous, file, outcome, update, kept }: SavedBaseline): Record<string, unknown> {
  return {
    suite: baseline.suite,
    suite_path: baseline.suitePath ?? null,
    target: baseline.target.name,
    file,
    outcome,
    cases: baseline.cases.size,
    unscored: [...baseline.cases.values()].filter(({ score }) => score === null).length,
    score_before: previous ? baselineMean(previous) : null,
    score: baselineMean(baseline),
    kept,
    unchanged: update.unchanged,
    worse: update.worse.map(encodeChange),
    better: update.better.map(encodeChange),
    other: update.other.map(encodeChange),
    added: update.added.map(({ key }) => key),
    removed: update.removed.map(({ key }) => key),
  };
}
