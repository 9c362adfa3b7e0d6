import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { testPattern } from './test-pattern.js';

describe('testPattern', () => {
  test('answers alike for patterns that run under the deadline and those that need none', () => {
    expect(testPattern(/(?:ab)+c/u, 'xababc')).toBe(true);
    expect(testPattern(/(?:ab)+c/u, 'xabab')).toBe(false);
    expect(testPattern(/ab+c/u, 'xabbc')).toBe(true);
  });

  test('answers alike however often it is asked, also for patterns with a memory', () => {
    const pattern = /a/gu;
    expect([testPattern(pattern, 'a'), testPattern(pattern, 'a'), testPattern(pattern, 'a')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('stops at the deadline, and serves the next pattern', () => {
    expect(() => testPattern(/(a+)+$/u, `${'a'.repeat(40)}b`, 50)).toThrow(UnscoredError);
    expect(testPattern(/(a+)+$/u, 'aaa', 50)).toBe(true);
  });

  test('also stops patterns that are slow on long texts only', () => {
    expect(() => testPattern(/a.*b.*c.*d.*e/u, 'abcd'.repeat(5000), 50)).toThrow(
      /did not finish within 50 ms on a text of 20000/u,
    );
  });
});
