import type { BaselineCase } from '@assay/schema';
import { expect, test } from 'vitest';
import { caseContradictions } from './case-contradictions.js';

test('a case may not say two things', () => {
  const cases: Record<string, BaselineCase> = {
    a: { score: 0.1, verdict: 'pass', scores: [1, 1] },
    b: { score: null, verdict: null, scores: [null, 0.5] },
    c: { score: 1, verdict: 'pass', scores: [null, null] },
    d: { score: 1, verdict: 'pass', trials: 3, unscored: 3 },
    j: { score: null, verdict: 'pass' },
    // These say one.
    e: { score: 0.666667, verdict: 'pass', scores: [1, 1, 0] },
    f: { score: null, verdict: null, scores: [null, null] },
    g: { score: null, verdict: null, trials: 3, unscored: 3 },
    h: { score: 0.333333, verdict: 'fail', scores: [0.333333, 0.333333, 0.333333] },
    i: { score: 1, verdict: 'pass' },
  };
  const found = caseContradictions({ suite: 'support', target: { name: 'agent' }, cases: new Map(Object.entries(cases)) });
  expect(found.map(({ path, message }) => [path.join('/'), message])).toEqual([
    ['cases/a/score', 'score is 0.1, and the mean of its scores is 1'],
    ['cases/b/score', 'score is null, and the mean of its scores is 0.5'],
    ['cases/c/score', 'score is 1, and none of its scores is one'],
    ['cases/d/score', 'score is 1, and 3 of 3 trials are unscored'],
    ['cases/j/score', 'score is null, and the verdict is pass'],
  ]);
});
