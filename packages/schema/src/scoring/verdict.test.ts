import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reaches, verdictOf } from './verdict.js';

describe('verdictOf', () => {
  test.each([
    [1, 'pass'],
    [0.8, 'pass'],
    [0.799, 'borderline'],
    [0.6, 'borderline'],
    [0.599, 'fail'],
    [0, 'fail'],
  ])('%d is a %s: from 0.8 pass, from 0.6 borderline, else fail', (score, verdict) => {
    expect(verdictOf(score)).toBe(verdict);
  });

  test('thresholds can be set', () => {
    expect(verdictOf(0.5, { pass: 0.5, borderline: 0.2 })).toBe('pass');
    expect(verdictOf(0.95, { pass: 1, borderline: 0.9 })).toBe('borderline');
    expect(verdictOf(0, { pass: 0, borderline: 0 })).toBe('pass');
  });

  test('rounding noise of a mean does not fail it', () => {
    const mean = (0.7 + 0.8 + 0.9) / 3;
    expect(mean).toBeLessThan(0.8);
    expect(verdictOf(mean)).toBe('pass');
    expect(verdictOf(0.1 * 3 + 0.3, { pass: 0.6, borderline: 0.6 })).toBe('pass');
  });

  test('a difference that somebody could mean is no noise', () => {
    expect(reaches(0.799_999, 0.8)).toBe(false);
    expect(reaches(0.8, 0.800_001)).toBe(false);
  });

  test('a higher score never has a worse verdict', () => {
    const rank = { fail: 0, borderline: 1, pass: 2 };
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, (a, b) => {
        expect(rank[verdictOf(Math.max(a, b))]).toBeGreaterThanOrEqual(rank[verdictOf(Math.min(a, b))]);
      }),
    );
  });

  test('what is not a number does not pass', () => {
    expect(verdictOf(Number.NaN)).toBe('fail');
  });
});
