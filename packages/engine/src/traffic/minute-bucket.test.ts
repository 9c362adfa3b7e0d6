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
        for (const start of times) expect(times.filter((at) => at >= start && at < start + 60_990).length).toBeLessThanOrEqual(perMinute);
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

  test.each([350, 700, 999, 1400])('what is more than a second of it takes no more than its rate in any minute either: %d of 1000', (amount) => {
    const times = takeAll(new MinuteBucket(1000, 0), Array.from({ length: 12 }, () => amount));
    for (const start of times) expect(times.filter((at) => at >= start && at < start + 60_990).length * amount).toBeLessThanOrEqual(Math.max(1000, amount));
    // As soon as there is room again, and no later.
    expect(times[1]).toBeLessThan(62_500);
  });

  test('what was taken in a minute counts when there is less from now on', () => {
    const bucket = new MinuteBucket(60, 0);
    const [, ...times] = takeAll(bucket, Array.from({ length: 40 }, () => 1));
    const now = times.at(-1) ?? 0;
    bucket.allow(30, now);
    // So many of the last minute have to be over first: others have taken their part of it.
    expect(bucket.waitFor(1, now)).toBeGreaterThan(29_000);
  });

  test('what turns out as less is given back', () => {
    const bucket = new MinuteBucket(60, 0);
    bucket.take(1, 0).settle(0);
    expect(bucket.waitFor(1, 0)).toBe(0);
    bucket.take(1, 0).settle(3);
    expect(bucket.waitFor(1, 0)).toBeCloseTo(3000, 5);
  });

  test('of what was never taken nothing is given back, however much it was taken for', () => {
    const bucket = new MinuteBucket(60, 0);
    bucket.take(4096, 0).settle(30);
    // 30 of 60 a minute.
    expect(bucket.waitFor(1, 0)).toBeCloseTo(30_000, 5);
  });

  test('nobody waits much longer than a minute for what was taken before, whatever it is said to have been', () => {
    const bucket = new MinuteBucket(6000, 0);
    bucket.take(10, 0).settle(1e12);
    bucket.take(1e300, 0);
    expect(bucket.waitFor(1, 0)).toBeGreaterThan(60_000);
    expect(bucket.waitFor(6000, 0)).toBeLessThan(65_000);
  });
});
