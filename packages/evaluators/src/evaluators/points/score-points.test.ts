import { DEFAULT_VERDICT_THRESHOLDS, type EvaluationScore, type PointScore } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { panelResult } from '../../../test/scripted-panel.js';
import type { AssessedPoint } from './assess-points.js';
import type { CountedItem } from './combine-points.js';
import { scorePoints } from './score-points.js';

function point(text: string, score: number | null, overrides: Partial<PointScore> = {}): PointScore {
  const error = score === null ? { error: { code: 'script', message: `no ${text}` } } : {};
  return { text, score, weight: 1, ...error, ...overrides };
}

/** The result of points that are all required. */
function scoreOf(points: readonly PointScore[], thresholds = DEFAULT_VERDICT_THRESHOLDS): EvaluationScore {
  const should = points.map((_, index): CountedItem => ({ kind: 'point', point: index }));
  return scorePoints(points.map((score): AssessedPoint => ({ score })), { should, shouldNot: [] }, thresholds);
}

describe('hits and misses', () => {
  test('a point that passes is a hit, every other one with a score a miss; unscored ones are neither', () => {
    const score = scoreOf([point('a', 1), point('b', 0.8), point('c', 0.75), point('d', 0), point('e', null)]);
    expect(score).toMatchObject({ hits: ['a', 'b'], misses: ['c (0.75)', 'd'] });
  });

  test('thresholds are those of the run', () => {
    expect(scoreOf([point('a', 0.5)], { pass: 0.5, borderline: 0.2 })).toMatchObject({ hits: ['a'], misses: [] });
  });

  test.each([
    [0.7996, 'a (0.7996)'],
    [0.001, 'a (0.001)'],
    [2 / 3, 'a (0.6667)'],
    [0.1 + 0.2, 'a (0.3)'],
  ])('a score of %d is shown without being rounded to a bound: %s', (value, miss) => {
    expect(scoreOf([point('a', value)]).misses).toEqual([miss]);
  });

  test('points of should_not say so', () => {
    const inverted = { inverted: true };
    const score = scoreOf([point('a', 1, inverted), point('b', 0, { ...inverted, reasoning: 'it is there' }), point('c', null, inverted)]);
    expect(score).toMatchObject({ hits: ['not: a'], misses: ['not: b: it is there'] });
    expect(score.warnings).toEqual(['not: c: not scored, left out of the score: no c']);
  });
});

describe('what judging took', () => {
  const scored = (result: AssessedPoint['panel'], score: number | null = 1): AssessedPoint => ({ score: point('a', score), panel: result });
  const rubric = (count: number) => ({
    should: Array.from({ length: count }, (_, index): CountedItem => ({ kind: 'point', point: index })),
    shouldNot: [],
  });

  test('tokens and costs of all panels are added, those of points without a score too', () => {
    const lost = panelResult(null, { usage: { inputTokens: 5, outputTokens: 0, cachedInputTokens: 4 }, costUsd: 0.25 });
    const assessed = [scored(panelResult(1, { costUsd: 0.5 })), scored(lost, null), { score: point('b', 1) }];
    expect(scorePoints(assessed, rubric(3), DEFAULT_VERDICT_THRESHOLDS)).toMatchObject({
      judgeUsage: { inputTokens: 15, outputTokens: 2, cachedInputTokens: 4 },
      judgeCostUsd: 0.75,
    });
  });

  test('without judges there is neither, and an unknown price is not 0', () => {
    expect(scoreOf([point('a', 1)])).not.toHaveProperty('judgeUsage');
    const { costUsd: _, ...free } = panelResult(1);
    expect(scorePoints([scored(free)], rubric(1), DEFAULT_VERDICT_THRESHOLDS)).not.toHaveProperty('judgeCostUsd');
  });

  test('a score is degraded when a judge was lost or the backup stood in; no score is not', () => {
    const one = (result: AssessedPoint['panel'], score: number | null = 1) =>
      scorePoints([scored(result, score)], rubric(1), DEFAULT_VERDICT_THRESHOLDS).degraded;
    const votes = [...panelResult(1).votes, ...panelResult(null).votes];
    expect(one(panelResult(1))).toBeUndefined();
    expect(one(panelResult(1, { votes }))).toBe(true);
    expect(one(panelResult(1, { usedBackup: true, votes: [...panelResult(null).votes, ...panelResult(1).votes] }))).toBe(true);
    expect(one(panelResult(null), null)).toBeUndefined();
  });
});

describe('nothing is left out silently', () => {
  const anyPoint = fc
    .tuple(fc.option(fc.constantFrom(0, 0.001, 0.25, 0.5, 0.8, 1), { freq: 3 }), fc.constantFrom(0, 0.5, 1, 3))
    .map(([score, weight]) => point('p', score, { weight }));

  test('an unscored point leaves the score as if it were not there, and shows in bounds and a warning', () => {
    fc.assert(
      fc.property(fc.array(anyPoint, { minLength: 1, maxLength: 8 }), (points) => {
        const score = scoreOf(points);
        const lost = points.filter((entry) => entry.score === null);
        expect(score.score).toBe(scoreOf(points.filter((entry) => entry.score !== null)).score);
        expect(score.warnings ?? []).toHaveLength(lost.length);
        expect(score.bounds === undefined).toBe(lost.length === 0);
        expect(score.error === undefined).toBe(score.score !== null);
        const { worst = 0, best = 1 } = score.bounds ?? {};
        expect(worst).toBeLessThanOrEqual(score.score ?? worst);
        expect(best).toBeGreaterThanOrEqual(score.score ?? best);
        const open = lost.some(({ weight }) => weight > 0);
        if (score.bounds && score.score !== null) expect(worst < best).toBe(open);
      }),
      { numRuns: 500 },
    );
  });

  test('hits, misses and unscored points are all points', () => {
    fc.assert(
      fc.property(fc.array(anyPoint, { maxLength: 8 }), (points) => {
        const { hits = [], misses = [], points: kept } = scoreOf(points);
        expect(hits.length + misses.length + points.filter(({ score }) => score === null).length).toBe(points.length);
        expect(kept).toEqual(points);
      }),
    );
  });
});
