import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MinuteBucket } from './minute-bucket.js';

/** Takes as soon as it may, again and again. @returns when, in milliseconds. */
function takeAll(bucket: MinuteBucket, amounts: readonly number[]): number[] {
  let now = 0;
  return amounts.map((amount) => {
    now += bucket.waitFor(amount, now);
    bucket.take(amount, now);
    return now;
  });
}

describe('MinuteBucket', () => {
  test('lets no more than its rate through in any minute, and nearly as much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (perMinute) => {
        const times = takeAll(new MinuteBucket(perMinute, 0), Array.from({ length: 3 * perMinute }, () => 1));
        for (const start of times) expect(times.filter((at) => at >= start && at < start + 59_999).length).toBeLessThanOrEqual(perMinute);
        expect(times.at(-1)).toBeLessThan(3.2 * 60_000);
      }),
      { numRuns: 30 },
    );
  });

  test('what is more than a second of it goes when the bucket is full, and is waited for afterwards', () => {
    const bucket = new MinuteBucket(6000, 0);
    expect(bucket.waitFor(2000, 0)).toBe(0);
    bucket.take(2000, 0);
    expect(bucket.waitFor(1, 0)).toBeGreaterThan(18_000);
    expect(bucket.waitFor(1, 0)).toBeLessThan(21_000);
  });

  test('what turns out as less is given back', () => {
    const bucket = new MinuteBucket(60, 0);
    bucket.take(1, 0);
    bucket.settle(-1);
    expect(bucket.waitFor(1, 0)).toBe(0);
    bucket.settle(2);
    expect(bucket.waitFor(1, 0)).toBeCloseTo(2000, 5);
  });

  test('of what was never taken nothing is given back, however much it was taken for', () => {
    const bucket = new MinuteBucket(60, 0);
    const taken = bucket.take(4096, 0);
    expect(taken).toBe(61);
    bucket.settle(30 - taken);
    // 30 of 60 a minute.
    expect(bucket.waitFor(4096, 0)).toBeCloseTo(30_000, 5);
  });

  test('nobody waits much longer than a minute for what was taken before, whatever it is said to have been', () => {
    const bucket = new MinuteBucket(6000, 0);
    bucket.take(10, 0);
    bucket.settle(1e12);
    bucket.take(1e300, 0);
    expect(bucket.waitFor(1, 0)).toBeGreaterThan(60_000);
    expect(bucket.waitFor(6000, 0)).toBeLessThan(65_000);
  });
});
