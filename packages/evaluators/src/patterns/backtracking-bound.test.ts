import { describe, expect, test } from 'vitest';
import { backtrackingBound } from './backtracking-bound.js';

describe('backtrackingBound', () => {
  test.each([
    ['abc', 101 * 3],
    ['a+', 101 * 101],
    ['a+?b*', 101 * (101 + 101 * 101)],
    ['Lagos.{0,50}Nigeria', 101 * (5 + 51 + 51 * 7)],
    ['a{3}', 101 * 4],
    ['a{2,}', 101 * 101],
    ['a{30000}b', 101 * 102],
    ['(a{50}){1}b', Infinity],
    ['(a|b|c)', 101 * 3],
    ['(?:a|b)?x', 101 * (3 + 3)],
    ['(?<name>a|b)(c|d)', 101 * (2 + 2 * 2)],
    ['a|b', 101 * 2],
    ['[)(|*+]\\)\\(\\|', 101 * 4],
    ['[\\s\\S]+\\.{3}', 101 * (101 + 101 * 4)],
    ['\\p{L}+', 101 * 101],
  ])('bounds the steps of /%s/ on 100 characters: %d', (source, expected) => {
    expect(backtrackingBound(source, 100)).toBe(expected);
  });

  test('counts what is repeated, and what is written out', () => {
    expect(backtrackingBound('a{30000}b', 1_000_000)).toBeGreaterThan(1_000_000 * 30_000);
    expect(backtrackingBound('a'.repeat(30_000), 1_000_000)).toBeGreaterThanOrEqual(1_000_000 * 30_000);
  });

  test('takes time by the length of the pattern alone', () => {
    const start = performance.now();
    backtrackingBound('[ab](c|d)?x+'.repeat(8_000), 1000);
    backtrackingBound('('.repeat(50_000) + ')'.repeat(50_000), 1000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test.each(['(a+)+$', '(a|a)*', '(ab){2,9}', '(?=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '(a', 'a)'])(
    'gives no bound for /%s/',
    (source) => {
      expect(backtrackingBound(source, 100)).toBe(Infinity);
    },
  );
});
