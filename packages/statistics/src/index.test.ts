import { expect, test } from 'vitest';
import * as statistics from './index.js';

test('everything that is exported is a function', () => {
  const kinds = new Set(Object.values(statistics).map((value) => typeof value));
  expect([...kinds]).toEqual(['function']);
});
