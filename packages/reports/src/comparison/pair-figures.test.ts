import { describe, expect, test } from 'vitest';
import { pairFigures } from './pair-figures.js';
import type { Replies } from './run-scores.js';

const repeats = (...scores: readonly (number | null)[]): Replies => ({ repeats: scores.map((_, index) => index + 1), figures: () => scores });

function pairScores(one: Replies, other: Replies) {
  const { a, b, incomplete } = pairFigures(one, other);
  return { a: a.values, b: b.values, incomplete };
}

describe('the scores of a case in two runs', () => {
  test('are those of its repeats', () => {
    expect(pairScores(repeats(1, 0.5), repeats(0.25, 0))).toEqual({ a: [1, 0.5], b: [0.25, 0], incomplete: false });
  });

  test('one run may have more repeats than the other: all of them count', () => {
    expect(pairScores(repeats(1, 0, 0.5), repeats(1))).toEqual({ a: [1, 0, 0.5], b: [1], incomplete: false });
  });

  test('when both have the same repeats, one that is unscored in a run leaves the mean of both', () => {
    expect(pairScores(repeats(1, null, 0), repeats(1, 0, 1))).toEqual({ a: [1, 0], b: [1, 1], incomplete: true });
  });

  test('as many repeats of other numbers are not the same ones', () => {
    const later: Replies = { ...repeats(1, 0, 0.5), repeats: [2, 3, 4] };
    expect(pairScores(repeats(1, null, 0), later)).toEqual({ a: [1, 0], b: [1, 0, 0.5], incomplete: true });
  });

  test('without a repeat that is scored in both, each run has its own', () => {
    expect(pairScores(repeats(1, null), repeats(null, 0.5))).toEqual({ a: [1], b: [0.5], incomplete: true });
  });

  test('an unscored repeat never counts as 0, also when the runs have different repeats', () => {
    expect(pairScores(repeats(1, null, 1), repeats(0.5))).toEqual({ a: [1, 1], b: [0.5], incomplete: true });
  });

  test('a case without any score has none', () => {
    expect(pairScores(repeats(null), repeats(0.5))).toEqual({ a: [], b: [0.5], incomplete: false });
    expect(pairScores(repeats(0.5), repeats(null, null))).toEqual({ a: [0.5], b: [], incomplete: false });
  });

  test('other figures are paired for themselves', () => {
    const timed = (latency: number | null): Replies => ({ repeats: [1], figures: (name) => [name === 'latency_ms' ? latency : 1] });
    expect(pairFigures(timed(20), timed(30), 'latency_ms')).toMatchObject({ a: { values: [20] }, b: { values: [30] } });
    expect(pairFigures(timed(20), timed(null), 'latency_ms')).toMatchObject({ b: { values: [] } });
  });
});
