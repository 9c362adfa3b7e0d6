import type { JudgeVote, ResultRow } from '@assay/schema';
import { sampleRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { JudgeTable } from './judge-table.js';

const vote = (id: string, score: number | null, message?: string): JudgeVote => ({
  id,
  model: `model-of-${id}`,
  score,
  ...(message === undefined ? {} : { error: { code: 'timeout', message } }),
});

const judged = (...judges: readonly JudgeVote[]): ResultRow =>
  sampleRow({ evaluators: [{ name: 'rubric', type: 'rubric', weight: 1, score: 0.5, judges }] });

describe('JudgeTable', () => {
  test('says how far a judge leans from the others, and where most', () => {
    const table = new JudgeTable();
    table.add(judged(vote('kind', 1), vote('strict', 0.5)), 0);
    table.add(judged(vote('kind', 0.75), vote('strict', 0.75)), 1);
    const [kind, strict] = table.facts();
    expect(kind).toMatchObject({ id: 'kind', model: 'model-of-kind', asked: 2, lost: 0, lean: 0.25, mean: 0.875 });
    expect(strict?.lean).toBe(-0.25);
    // Both questions are about one case.
    expect(kind?.meanInterval?.low).toBeLessThan(0.5);
    expect(kind?.leanInterval?.low).toBeLessThan(-0.5);
    expect(kind?.disputes).toEqual([{ position: 0, criterion: 'rubric', score: 1, others: 0.5 }]);
  });

  test('one that judges alone leans nowhere', () => {
    const table = new JudgeTable();
    table.add(judged(vote('only', 0.4)), 0);
    expect(table.facts()).toMatchObject([{ lean: null, mean: 0.4, disputes: [] }]);
  });

  test('counts what was lost, with the most frequent reasons first', () => {
    const table = new JudgeTable();
    for (const [position, why] of ['slow', 'busy', 'slow'].entries()) table.add(judged(vote('a', null, why), vote('b', 1)), position);
    expect(table.facts()[0]).toMatchObject({ asked: 3, lost: 3, mean: null, errors: [{ message: 'slow', count: 2 }, { message: 'busy', count: 1 }] });
  });

  test('looks into points and composites', () => {
    const table = new JudgeTable();
    const points = [{ text: 'is polite', score: 1, weight: 1, judges: [vote('a', 1), vote('b', 0)] }];
    table.add(sampleRow({ evaluators: [{ name: 'all', type: 'composite', weight: 1, score: 1, evaluators: [{ name: 'p', type: 'points', weight: 1, score: 1, points }] }] }), 7);
    expect(table.facts()[1]?.disputes).toEqual([{ position: 7, criterion: 'is polite', score: 0, others: 1 }]);
  });

  test('a row that went leaves nothing behind', () => {
    const table = new JudgeTable();
    const row = judged(vote('a', 1), vote('b', null, 'slow'));
    table.add(row, 0);
    table.add(judged(vote('a', 0.2), vote('b', 0.1)), 1);
    const before = table.facts();
    table.add({ ...row, caseId: 'another' }, 2);
    table.remove({ ...row, caseId: 'another' }, 2);
    expect(table.facts()).toEqual(before);
    table.remove(judged(vote('a', 0.2), vote('b', 0.1)), 1);
    table.remove(row, 0);
    expect(table.facts()).toEqual([]);
  });

  test('sums what judges took, as far as they tell, and says how long they take without what a cache answered', () => {
    const table = new JudgeTable();
    const usage = { inputTokens: 100, outputTokens: 10 };
    const told = judged({ ...vote('a', 1), latencyMs: 100, usage, costUsd: 0.5 }, { ...vote('b', 1), usage });
    table.add(told, 0);
    table.add(judged({ ...vote('a', 1), latencyMs: 300, usage, costUsd: 0.25, costIncomplete: true }, vote('c', 1)), 1);
    table.add(judged({ ...vote('a', 1), latencyMs: 9000, usage, costUsd: 0.5, cached: true }), 2);
    expect(table.facts()).toMatchObject([
      { id: 'a', tokens: { input: 300, output: 30 }, cost: 1.25, unpriced: true, time: { median: 200, p95: 290 } },
      { id: 'b', tokens: { input: 100, output: 10 }, cost: null, unpriced: true, time: null },
      { id: 'c', tokens: null, cost: null, unpriced: false, time: null },
    ]);
    table.remove(told, 0);
    expect(table.facts()[0]).toMatchObject({ tokens: { input: 200, output: 20 }, cost: 0.75 });
  });

  test('keeps few disputes of many', () => {
    const table = new JudgeTable();
    for (let at = 0; at < 500; at += 1) table.add(judged(vote('a', at / 500), vote('b', 0)), at);
    expect(table.facts()[0]?.disputes.map(({ position }) => position)).toEqual([499, 498, 497, 496, 495]);
  });
});
