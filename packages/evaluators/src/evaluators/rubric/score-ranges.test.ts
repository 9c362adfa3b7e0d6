import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { rangeProblem, readScoreRanges, ScoreRangesSchema, type ScoreRange } from './score-ranges.js';

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

describe('a map of ranges', () => {
  test.each([
    [{ 0: 'Bad', 7: 'Good' }, [[0, 6, 'Bad'], [7, 10, 'Good']]],
    [{ 10: 'Perfect', 0: 'Bad', 3: 'Fair' }, [[0, 2, 'Bad'], [3, 9, 'Fair'], [10, 10, 'Perfect']]],
    [{ 0: 'Any' }, [[0, 10, 'Any']]],
  ])('%j: each range ends where the next one starts', (written, expected) => {
    const ranges = v.parse(ScoreRangesSchema, written);
    expect(readScoreRanges(ranges).map(({ from, to, meaning }) => [from, to, meaning])).toEqual(expected);
  });

  const starts = 'the keys of score_ranges are where ranges start: whole numbers from 0 to 10';
  const kinds = 'score_ranges must be a list of {score_range: [from, to], description}, or a map such as {0: Bad, 7: Good}';

  test.each([
    [{}, `${starts}, the first one 0`],
    [{ 1: 'Bad', 7: 'Good' }, `${starts}, the first one 0`],
    [{ 0: 'Bad', 11: 'Good' }, `${starts}, not 11`],
    [{ 0: 'Bad', '07': 'Good', '7.5': 'Better', '8-10': 'Best' }, `${starts}, not 07, 7.5, 8-10`],
    [{ 0: 'Bad', 7: '' }, 'the meaning of a range must not be empty'],
    [{ 0: 'Bad', 7: ['Good'] }, 'the meaning of a range must be text, got Array'],
    ['0-6: Bad', kinds],
    [[{ score_range: [0, 10] }], 'a score range needs a description of what it means'],
  ])('%j: %s', (written, message) => {
    expect((v.safeParse(ScoreRangesSchema, written).issues ?? []).map((issue) => issue.message)).toEqual([message]);
  });
});
