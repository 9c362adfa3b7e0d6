import { expect, test } from 'vitest';
import { mostThreads } from './most-threads.js';

test('one core is left free where there are more than two, and a single one is not shared', () => {
  expect([1, 2, 3, 4, 5, 64].map(mostThreads)).toEqual([1, 2, 2, 3, 4, 4]);
});
