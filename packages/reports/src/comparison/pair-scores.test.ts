import { describe, expect, test } from 'vitest';
import { pairScores } from './pair-scores.js';

const repeats = (...scores: readonly (number | null)[]): Map<number, number | null> =>
  new Map(scores.map((score, index) => [index + 1, score]));

describe('the scores of a case in two runs', () => {
  test('are the means over repeats', () => {
    expect(pairScores(repeats(1, 0.5), repeats(0.25, 0))).toEqual({ scoreA: 0.75, scoreB: 0.125, incomplete: false });
  });

  test('one run may have more repeats than the other: all of them count', () => {
    expect(pairScores(repeats(1, 0, 0.5), repeats(1))).toEqual({ scoreA: 0.5, scoreB: 1, incomplete: false });
  });

  test('when both have the same repeats, one that is unscored in a run leaves the mean of both', () => {
    expect(pairScores(repeats(1, null, 0), repeats(1, 0, 1))).toEqual({ scoreA: 0.5, scoreB: 1, incomplete: true });
  });

  test('the order of the rows does not matter', () => {
    const later = new Map<number, number | null>([
      [3, 1],
      [1, 1],
      [2, 0],
    ]);
    expect(pairScores(repeats(1, null, 0), later)).toEqual({ scoreA: 0.5, scoreB: 1, incomplete: true });
  });

  test('without a repeat that is scored in both, each run has the mean of its own', () => {
    expect(pairScores(repeats(1, null), repeats(null, 0.5))).toEqual({ scoreA: 1, scoreB: 0.5, incomplete: true });
  });

  test('an unscored repeat never counts as 0, also when the runs have different repeats', () => {
    expect(pairScores(repeats(1, null, 1), repeats(0.5))).toEqual({ scoreA: 1, scoreB: 0.5, incomplete: true });
  });

  test('a case without any score has none', () => {
    expect(pairScores(repeats(null), repeats(0.5))).toEqual({ scoreA: null, scoreB: 0.5, incomplete: false });
    expect(pairScores(repeats(0.5), repeats(null, null))).toEqual({ scoreA: 0.5, scoreB: null, incomplete: false });
  });
});
