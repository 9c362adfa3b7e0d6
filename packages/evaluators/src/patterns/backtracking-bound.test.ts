import { describe, expect, test } from 'vitest';
import { backtrackingBound } from './backtracking-bound.js';

describe('backtrackingBound', () => {
  test.each([
    ['abc', 101],
    ['a+', 101 * 101],
    ['a+?b*', 101 * 101 * 101],
    ['Lagos.{0,50}Nigeria', 101 * 51],
    ['a{3}', 101],
    ['a{2,}', 101 * 101],
    ['(a|b|c)', 101 * 3],
    ['(?:a|b)?x', 101 * 3],
    ['(?<name>a|b)(c|d)', 101 * 4],
    ['a|b', 101 * 2],
    ['[)(|*+]\\)\\(\\|', 101],
    ['[\\s\\S]+\\.{3}', 101 * 101],
    ['\\p{L}+', 101 * 101],
  ])('counts the ways to try /%s/ on 100 characters: %d', (source, expected) => {
    expect(backtrackingBound(source, 100)).toBe(expected);
  });

  test.each(['(a+)+$', '(a|a)*', '(ab){2,9}', '(?=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '(a', 'a)'])(
    'gives no bound for /%s/',
    (source) => {
      expect(backtrackingBound(source, 100)).toBe(Infinity);
    },
  );
});
