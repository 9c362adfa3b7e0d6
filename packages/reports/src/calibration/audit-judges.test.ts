import type { ResultRow } from '@assay/schema';
import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createJudgeAuditor, type AuditProbe } from './audit-judges.js';

const PAIRS = { wrong: 'wrong', padded: 'padded', begging: 'begging', same: 'right', reordered: 'reordered' };
const RIGHT: AuditProbe = { name: 'right', deserves: 'pass' };
const AGAIN: AuditProbe = { ...RIGHT, again: true };
const REORDERED: AuditProbe = { name: 'reordered', deserves: 'pass' };

function row(caseId: string, repeat: number, score: number): ResultRow {
  return sampleRow({ caseId, repeat, trialKey: `${caseId} ${repeat}`, score, evaluators: [{ name: 'judge', type: 'rubric', weight: 1, score, judges: [{ id: 'j', model: 'm', score }] }] });
}

/** What is found of a judge that gave the right answer to each case these scores, the last one with its criteria reordered. */
function movedBy(...cases: readonly (readonly number[])[]) {
  const auditor = createJudgeAuditor(PAIRS, { pass: 0.8, borderline: 0.6 });
  for (const [index, scores] of cases.entries()) {
    for (const [place, score] of scores.entries()) auditor.add(row(`c${index}`, place + 1, score), place === scores.length - 1 ? REORDERED : place === 0 ? RIGHT : AGAIN);
  }
  const [judge] = auditor.result().judges;
  if (!judge) throw new Error('nobody judged');
  return judge.reordered;
}

test('another order moves a score as far as it is from the others, less what these are apart', () => {
  expect(movedBy([1, 1, 1, 1, 1, 0.25])).toMatchObject({ value: 0.75, labels: 1, low: expect.any(Number) as number });
  // (|0 − 1| · 3 + 0 · 2) / 5, less 6 of 10 pairs that are 1 apart.
  expect(movedBy([1, 0, 1, 0, 1, 0]).value).toBeCloseTo(3 / 5 - 6 / 10, 12);
  expect(movedBy([1, 1, 0], [0.5, 0.5, 0.5])).toMatchObject({ value: 0.5, labels: 2 });
});

test('whichever of the scores of a judge that wavers is the reordered one, it is not moved on average', () => {
  const scores = [1, 0.25, 0.25, 0.75, 0, 1];
  const values = scores.map((_, place) => movedBy([...scores.slice(0, place), ...scores.slice(place + 1), scores[place] ?? 0]).value ?? 9);
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
});

test('it is at the least half of what the others can be apart, and needs two of them', () => {
  const { value, low, high } = movedBy([1, 0, 0.5]);
  expect([value, low, (high ?? 0) > 0]).toEqual([-0.5, -0.5, true]);
  expect(movedBy([1, 0])).toMatchObject({ value: null, labels: 0 });
});

test('a reply on one of whose criteria a judge gave no usable answer is lost, and tells nothing of its noise or of the order', () => {
  const auditor = createJudgeAuditor(PAIRS, { pass: 0.8, borderline: 0.6 });
  const judged = (repeat: number, second: number | null) =>
    sampleRow({ caseId: 'c', repeat, trialKey: `c ${repeat}`, evaluators: [{ name: 'rubric', type: 'rubric', weight: 1, score: 1, points: [1, second].map((score, index) => ({ text: `${index}`, weight: 1, score, judges: [{ id: 'j', model: 'm', score }] })) }] });
  auditor.add(judged(1, 0), RIGHT);
  auditor.add(judged(2, 0), AGAIN);
  auditor.add(judged(3, null), AGAIN);
  auditor.add(judged(4, null), REORDERED);
  expect(auditor.result().judges[0]).toMatchObject({ lost: 2, noise: { value: 0, labels: 1 }, flips: { value: 0 }, reordered: { value: null, labels: 0 } });
});
