import { DEFAULT_VERDICT_THRESHOLDS, verdictOf } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreVerdict, VERDICT_THRESHOLDS } from './score-verdict.js';

test('the thresholds are those of the schema package', () => {
  expect(VERDICT_THRESHOLDS).toEqual(DEFAULT_VERDICT_THRESHOLDS);
});

test('the verdict of every score is that of the schema package', () => {
  const share = fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(0.6, 0.8, 0.1 + 0.7, 0.6 - 1e-10, 0.8 - 1e-8),
  );
  fc.assert(
    fc.property(share, share, share, (score, pass, borderline) => {
      expect(scoreVerdict(score)).toBe(verdictOf(score));
      expect(scoreVerdict(score, { pass, borderline })).toBe(verdictOf(score, { pass, borderline }));
    }),
  );
});
