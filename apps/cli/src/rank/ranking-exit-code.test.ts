import { expect, test } from 'vitest';
import { rankingExitCode } from './ranking-exit-code.js';

test.each([
  ['some were lost', 1, 5, 3],
  ['there are none', 0, 0, 4],
  ['all were judged', 0, 5, 0],
])('of pairs: %s', (_name, lost, pairs, expected) => {
  expect(rankingExitCode({ lost }, pairs)).toBe(expected);
});
