import type { JudgeVote, ResultRow } from '@assay/schema';
import { sampleRow } from '@assay/schema/testing';
import { createJudgingAccumulator } from '../src/statistics/judging/judging-accumulator.js';

const THRESHOLDS = { pass: 0.8, borderline: 0.6 };
export type Vote = Partial<JudgeVote>;

export function row(caseId: string, votes: readonly Vote[], criterion = 'Is kind'): ResultRow {
  const judges = votes.map((vote, index): JudgeVote => ({ id: `j${index}`, model: `m${index}`, score: null, ...vote }));
  return sampleRow({ caseId, evaluators: [{ name: 'rubric', type: 'rubric', weight: 1, score: 1, points: [{ text: criterion, score: 1, weight: 1, judges }] }] });
}

export function summed(rows: readonly ResultRow[]) {
  const judging = createJudgingAccumulator(THRESHOLDS);
  for (const one of rows) judging.add(one);
  return judging.summary();
}

export const of = (...scores: readonly (number | null)[]) => scores.map((score) => ({ score }));
