import { expect, test } from 'vitest';
import { LOCK_MS, LockTime } from './lock-time.js';

test('others wait longer for a worker that was held up lately, within bounds', () => {
  const lock = new LockTime();
  expect(lock.ms).toBe(LOCK_MS);
  lock.second(2_000);
  expect(lock.ms).toBe(10_000);
  lock.answered(3_000);
  expect(lock.ms).toBe(13_000);
  // As of a machine that slept.
  lock.second(3_600_000);
  expect(lock.ms).toBe(15_000);
});

test('one that is quick again is missed as soon as any other, a little later', () => {
  const lock = new LockTime();
  lock.second(3_000);
  for (let second = 0; second < 60; second += 1) lock.second(1);
  expect(lock.ms).toBeLessThan(LOCK_MS + 500);
});
