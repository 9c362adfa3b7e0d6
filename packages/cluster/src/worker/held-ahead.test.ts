import { expect, test } from 'vitest';
import { HeldAhead } from './held-ahead.js';

test('a worker of slow trials holds none that others could do, and one of fast trials does not wait for the queue', () => {
  let now = 0;
  const ahead = new HeldAhead(() => now);
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

test('the first trial that is done says how many more there may be, before any are counted', () => {
  let now = 1_000;
  const ahead = new HeldAhead(() => now);
  for (let trial = 0; trial < 50; trial += 1) ahead.begun();
  now += 1_000;
  expect(ahead.most).toBe(4);
  ahead.done();
  expect(ahead.most).toBe(25);
  // Of the others nothing is heard: they are slow.
  now += 24_000;
  expect(ahead.most).toBe(1);
});
