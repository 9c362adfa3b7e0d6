import { formatBaseline } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { baselineOf, groupOf, rowsWith } from '../../../test/sample-baseline.js';
import { baselineMean } from './baseline-mean.js';
import { makeBaseline } from './make-baseline.js';

const rows = [...rowsWith({ a: 1, lost: null }), ...rowsWith({ heavy: 0.5 }, { caseWeight: 3 })];

test('holds every case: score and verdict, null without a score, the weight where it is not 1', () => {
  expect(Object.fromEntries(baselineOf(rows).cases)).toEqual({
    a: { score: 1, verdict: 'pass' },
    lost: { score: null, verdict: null },
    heavy: { score: 0.5, verdict: 'fail', weight: 3 },
  });
});

test('repeats that lost their score are counted', () => {
  const repeated = [...rowsWith({ a: 1 }), ...rowsWith({ a: null }, { repeat: 2 })];
  expect(baselineOf(repeated).cases.get('a')).toEqual({ score: 1, verdict: 'pass', trials: 2, unscored: 1, scores: [1, null] });
});

test('the scores of the repeats are kept in their order, and the conversation that a case is of', () => {
  const repeated = [...rowsWith({ a: 0.25 }, { repeat: 2, conversationId: 'talk' }), ...rowsWith({ a: 1 }, { conversationId: 'talk' })];
  expect(baselineOf(repeated).cases.get('a')).toMatchObject({ score: 0.625, scores: [1, 0.25], conversation: 'talk' });
});

test('a file of an earlier version is written anew, though its results are the same', () => {
  const same = baselineOf(rows);
  expect(baselineOf(rows, { ...same, version: 1 })).not.toHaveProperty('version');
});

test('the score of a baseline is the weighted mean of its scored cases', () => {
  expect(baselineMean(baselineOf(rows))).toBe((1 + 3 * 0.5) / 4);
  expect(baselineMean({ cases: new Map() })).toBeNull();
  expect(baselineMean(baselineOf(rowsWith({ a: null })))).toBeNull();
});

describe('date and version', () => {
  const later = (previous: ReturnType<typeof baselineOf>, scores: Record<string, number>) =>
    makeBaseline({
      results: groupOf(rowsWith(scores)),
      target: { name: 'mock', provider: 'mock' },
      assayVersion: '2.0.0',
      date: '2026-02-01',
      previous,
      keepOthers: false,
    });
  const before = baselineOf(rowsWith({ a: 1, b: 0.5 }));

  test('stay when the results do: the text is the same', () => {
    expect(formatBaseline(later(before, { b: 0.5, a: 1 }))).toBe(formatBaseline(before));
  });

  test('change with the results', () => {
    expect(later(before, { a: 1, b: 1 })).toMatchObject({ date: '2026-02-01', assayVersion: '2.0.0' });
  });
});

test('a part of the suite keeps the other cases; a whole run removes them', () => {
  const previous = baselineOf(rowsWith({ a: 1, b: 0.5 }));
  const make = (keepOthers: boolean) =>
    makeBaseline({ results: groupOf(rowsWith({ b: 1 })), target: { name: 'mock', provider: 'mock' }, previous, keepOthers });
  expect([...make(true).cases.keys()]).toEqual(['a', 'b']);
  expect(make(true).cases.get('b')?.score).toBe(1);
  expect([...make(false).cases.keys()]).toEqual(['b']);
});
