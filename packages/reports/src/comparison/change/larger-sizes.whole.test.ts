import { describe, expect, test } from 'vitest';
import { meanShares } from '../../../test/drawn-runs.js';

describe('what would mostly decide a margin mostly does', () => {
  test.each([
    { cases: 60, repeats: 5, before: 0.98, after: 0.98, margin: 0.05, heavy: 1 },
    { cases: 100, repeats: 3, before: 0.67, after: 0.67, margin: 0.05, heavy: 1 },
    { cases: 40, repeats: 5, before: 0.9, after: 0.9, margin: 0.1, heavy: 10 },
  ])('%j', (runs) => {
    for (const share of meanShares(runs)) {
      expect(share).toBeGreaterThan(0.65);
      expect(share).toBeLessThan(0.95);
    }
  });
});
