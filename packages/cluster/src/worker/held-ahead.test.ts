import { expect, test } from 'vitest';
import { Rate } from '../pace/rate.js';
import { HeldAhead } from './held-ahead.js';

test('a worker of slow trials holds none that others could do, and one of fast trials does not wait for the queue', () => {
  let now = 0;
  const ahead = new HeldAhead(new Rate(() => now));
  const pass = (everyMs: number): void => {
    for (let trial = 0; trial < 1 + 2000 / everyMs; trial += 1) {
      ahead.done();
      now += everyMs;
    }
  };
  expect(ahead.most).toBe(4);
  pass(50);
  expect(ahead.most).toBe(10);
  pass(1);
  expect(ahead.most).toBe(40);
  pass(10_000);
  pass(10_000);
  expect(ahead.most).toBe(1);
});
