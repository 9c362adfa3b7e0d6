import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_RETRY_AFTER_MS, retryDelay } from './retry-delay.js';

const highest = { random: () => 1 };

describe('retryDelay', () => {
  test("the server's Retry-After wins over the back-off", () => {
    expect(retryDelay(1, { retryAfterMs: 1234 }, highest)).toBe(1234);
    expect(retryDelay(9, { retryAfterMs: 0 }, highest)).toBe(0);
  });

  test('Retry-After up to 5 minutes is waited for; longer means no further try', () => {
    expect(retryDelay(1, { retryAfterMs: MAX_RETRY_AFTER_MS }, highest)).toBe(300_000);
    expect(retryDelay(1, { retryAfterMs: MAX_RETRY_AFTER_MS + 1 }, highest)).toBeNull();
    expect(retryDelay(1, { retryAfterMs: Infinity }, highest)).toBeNull();
  });

  test('a Retry-After that is no time counts as none', () => {
    expect(retryDelay(1, { retryAfterMs: NaN }, highest)).toBe(500);
    expect(retryDelay(1, { retryAfterMs: -5 }, highest)).toBe(500);
  });

  test('without it the range doubles from 500 ms and is capped at 30 s', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 2000].map((attempt) => retryDelay(attempt, { retryAfterMs: undefined }, highest));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('full jitter: the delay is anywhere from 0 to the end of the range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const most = retryDelay(attempt, { retryAfterMs: undefined }, highest) ?? NaN;
        expect(retryDelay(attempt, { retryAfterMs: undefined }, { random: () => chance })).toBeCloseTo(chance * most, 6);
      }),
    );
  });
});
