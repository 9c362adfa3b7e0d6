import { expect, test } from 'vitest';
import { JobsAhead } from './jobs-ahead.js';

test('a worker of slow jobs holds none that others could do, and one of fast jobs does not wait for the queue', () => {
  const ahead = new JobsAhead();
  expect(ahead.most).toBe(4);
  for (let job = 0; job < 30; job += 1) ahead.done(400);
  expect(ahead.most).toBe(8);
  for (let job = 0; job < 30; job += 1) ahead.done(120_000);
  expect(ahead.most).toBe(1);
});
