import { describe, expect, test } from 'vitest';
import { rangeProblem, type ScoreRange } from './score-ranges.js';

function ranges(...pairs: [number, number][]): ScoreRange[] {
  return pairs.map((score_range) => ({ score_range }));
}

const RULE = 'score_ranges must cover 0 to 10, each number once';

describe('rangeProblem', () => {
  test.each([
    [[[0, 10]]],
    [
      [
        [0, 3],
        [4, 10],
      ],
    ],
    [
      [
        [8, 10],
        [0, 3],
        [4, 7],
      ],
    ],
  ] as [number, number][][][])('%j is complete', (pairs) => {
    expect(rangeProblem(ranges(...pairs))).toBeUndefined();
  });

  test.each([
    [
      [
        [0, 3],
        [6, 10],
      ],
      `${RULE}: 4-5 missing`,
    ],
    [
      [
        [0, 3],
        [5, 9],
      ],
      `${RULE}: 4, 10 missing`,
    ],
    [
      [
        [0, 5],
        [5, 10],
      ],
      `${RULE}: 5 in more than one range`,
    ],
    [
      [
        [0, 6],
        [4, 8],
      ],
      `${RULE}: 9-10 missing; 4-6 in more than one range`,
    ],
    [
      [
        [0, 3],
        [10, 4],
      ],
      `${RULE}: [10, 4] starts after its end`,
    ],
    [[], `${RULE}: 0-10 missing`],
  ] as [[number, number][], string][])('%j: %s', (pairs, problem) => {
    expect(rangeProblem(ranges(...pairs))).toBe(problem);
  });
});
