import type { ChangeTerms } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { describeChange, formatChance } from './describe-change.js';
import { decideChanges, meanChange } from './mean-change.js';

/** The words for cases whose one reply passed before, of which some fail now. */
function words(cases: number, failed: number, terms: Partial<ChangeTerms> = {}): string {
  const units = Array.from({ length: cases }, (_, index) => ({ cluster: String(index), weight: 1, cases: 1, before: [1], after: [index < failed ? 0 : 1] }));
  const of = { alpha: 0.05, ...terms };
  const change = meanChange(units, { ...of, seed: 1 });
  return decideChanges(change === undefined ? [] : [change], of).map((each) => describeChange(each, of)).join('');
}

describe('a change in words', () => {
  test.each([
    [20, 8, {}, 'worse: 1.00 → 0.60, −0.40 (−0.64 to −0.09), p = 0.004'],
    [20, 3, {}, 'not shown to be worse: 1.00 → 0.85, −0.15 (−0.38 to +0.08), p = 0.13; a drop of 0.31 would mostly have been seen; 39 cases would mostly decide if it stayed at −0.15'],
    [100, 0, {}, 'not shown to be worse: 1.00 → 1.00, 0.00 (−0.04 to +0.04), p = 1.00; a drop of 0.07 would mostly have been seen'],
    [3, 1, {}, 'not shown to be worse: 1.00 → 0.67, −0.33 (−0.91 to +0.64), p = 0.50; even a drop to 0 would hardly have been seen with so few replies; 20 cases would mostly decide if it stayed at −0.33'],
    [300, 3, { margin: 0.05 }, 'not worse by more than 0.05: the drop is at most 0.026, and 0.05 is accepted'],
    [300, 90, { margin: 0.05 }, 'worse by more than 0.05: 1.00 → 0.70, −0.30 (−0.36 to −0.24), p < 0.001'],
  ] as const)('of %i cases %i fail now, %j', (cases, failed, terms, expected) => {
    expect(words(cases, failed, terms)).toBe(expected);
  });

  test('what would decide, beside a margin', () => {
    expect(words(40, 1, { margin: 0.02 })).toMatch(/^undecided: the drop may be up to 0\.\d+, and 0\.02 is accepted: .*; [\d,]+ cases would mostly decide if it stayed at −0\.03$/u);
  });

  test('chances', () => {
    expect([0.5, 0.0312, 0.0001].map(formatChance)).toEqual(['p = 0.50', 'p = 0.031', 'p < 0.001']);
  });
});
