import type { ResultRow } from '@assay/schema';
import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createRecheckTally, placeOfRow } from './recheck-tally.js';

const verdictOf = (score: number): ResultRow['verdict'] => (score >= 0.8 ? 'pass' : score >= 0.6 ? 'borderline' : 'fail');
const rowsOf = (scores: readonly (number | null)[], caseId = 'a'): readonly ResultRow[] =>
  scores.map((score, index) => sampleRow({ caseId, repeat: index + 1, score, verdict: score === null ? null : verdictOf(score) }));

function reasonOf(scores: readonly (number | null)[], thresholds?: { readonly pass: number; readonly borderline: number }): string | undefined {
  const tally = createRecheckTally(thresholds);
  const rows = rowsOf(scores);
  for (const row of rows) tally.add(row);
  return tally.reasonOf(placeOfRow(rows[0] ?? sampleRow({})));
}

test.each([
  [[1, 1, 0], 'flips'],
  [[1, null, 0], 'flips'],
  [[0.7, 0.3], 'flips'],
  [[0.7, 0.9], 'flips'],
  [[1, 1, 1], undefined],
  [[0, 0], undefined],
  [[0.85], 'near_limit'],
  [[0.75], 'near_limit'],
  [[0.7], undefined],
  [[0.65], 'near_limit'],
  [[0.55, 0.55], 'near_limit'],
  [[0.54], undefined],
  [[0.86, 0.9], undefined],
  [[null, null], undefined],
] as const)('a case whose repeats score %j is asked again for: %s', (scores, reason) => {
  expect(reasonOf(scores)).toBe(reason);
});

test('limits are those of the project', () => {
  expect(reasonOf([0.5, 0.5], { pass: 0.5, borderline: 0.2 })).toBe('near_limit');
  expect(reasonOf([0.8, 0.8], { pass: 0.5, borderline: 0.2 })).toBeUndefined();
});

test('cases, targets and variants are told apart, in whatever order rows come', () => {
  const tally = createRecheckTally();
  const rows = [...rowsOf([1, 0], 'flips'), ...rowsOf([1, 1], 'steady'), sampleRow({ caseId: 'steady', target: 'other', score: 0, verdict: 'fail' })];
  for (const row of rows.toReversed()) tally.add(row);
  expect(rows.map((row) => tally.reasonOf(placeOfRow(row)))).toEqual(['flips', 'flips', undefined, undefined, undefined]);
});
