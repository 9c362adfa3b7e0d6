import type { ResultRow } from '@assay/schema';
import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import type { RunComparison } from '../src/comparison/comparison.js';
import { compareRuns, type CompareRunsOptions } from '../src/comparison/compare-runs.js';
import { createRunScores, type RunScores } from '../src/comparison/run-scores.js';

/** What a comparison sees of rows. */
export function scoresOf(rows: readonly ResultRow[], only?: string): RunScores {
  const scores = createRunScores(only === undefined ? undefined : (target) => target === only);
  for (const row of rows) scores.add(row);
  return scores;
}

/** A row with this score; null is an unscored one. */
export function rowOf(caseId: string, score: number | null, overrides: Partial<ResultRow> = {}): ResultRow {
  if (score === null) return sampleErrorRow({ caseId, ...overrides });
  return sampleRow({ caseId, score, scoreBounds: { worst: score, best: score }, ...overrides });
}

/** Compares rows of one target. */
export function compareRows(
  rowsA: readonly ResultRow[],
  rowsB: readonly ResultRow[],
  options: Partial<CompareRunsOptions> = {},
): RunComparison {
  return compareRuns({
    a: { scores: scoresOf(rowsA), location: '.assay/runs/2026-01-01T09-00-00-a1b2' },
    b: { scores: scoresOf(rowsB), location: '.assay/runs/2026-01-02T09-00-00-c3d4' },
    targets: [{ a: 'mock', b: 'mock' }],
    ...options,
  });
}

const SCORES: Readonly<Record<string, readonly (readonly [string, number | null | undefined, number | null | undefined])[]>> = {
  'customer-support': [
    ['refund-window', 0.9, 0.4],
    ['greeting', 0.5, 0.5],
    ['delivery-time', 0.25, 1],
    ['returns', 0.6, 0.7],
    ['lost-parcel', null, 0.8],
    ['gift-card', 1, null],
    ['new-question', undefined, 1],
  ],
  billing: [
    ['invoice', 1, 0.95],
    ['vat', 0.8, 0.8],
    ['old-question-about-a-discount', 0.5, undefined],
    ['old-question-about-a-coupon', 0.5, undefined],
  ],
};

function sampleRows(side: 1 | 2, target: string): readonly ResultRow[] {
  return Object.entries(SCORES).flatMap(([suite, cases]) =>
    cases.flatMap((scores, index) => {
      const score = scores[side];
      if (score === undefined) return [];
      return [rowOf(scores[0], score, { suite, target, source: `evals/${suite}.yaml:${12 + 9 * index}:5` })];
    }),
  );
}

/** Two runs with wins, losses, ties, lost scores and cases that only one of them has. */
export function sampleComparison(): RunComparison {
  return compareRows(sampleRows(1, 'gpt-4o-mini'), sampleRows(2, 'gpt-4.1-mini'), {
    targets: [{ a: 'gpt-4o-mini', b: 'gpt-4.1-mini' }],
  });
}
