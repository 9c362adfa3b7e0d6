import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreement } from './agreement.js';
import { disagreementWarning } from './disagreement-warning.js';

function votes(...scores: readonly (number | null)[]) {
  return scores.map((score, index) => ({ id: `j${index}`, model: 'm', score }));
}

describe('agreement', () => {
  test('spread is the largest minus the smallest score, deviation that of a population', () => {
    expect(agreement(votes(0, 1))).toEqual({ n: 2, spread: 1, standardDeviation: 0.5 });
    expect(agreement(votes(0.5, 0.5, 0.5))).toEqual({ n: 3, spread: 0, standardDeviation: 0 });
    expect(agreement(votes(0.25, 0.5, 0.75)).standardDeviation).toBeCloseTo(Math.sqrt(0.125 / 3), 12);
  });

  test('votes without a score do not count', () => {
    expect(agreement(votes(0.25, null, 0.75))).toEqual({ n: 2, spread: 0.5, standardDeviation: 0.25 });
  });

  test('one vote agrees with nobody', () => {
    expect(agreement(votes(0.25, null))).toEqual({ n: 1, spread: null, standardDeviation: null });
    expect(agreement([])).toEqual({ n: 0, spread: null, standardDeviation: null });
  });

  test('does not depend on the order, and stays in its bounds', () => {
    const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.array(score, { maxLength: 8 }), (scores) => {
        const result = agreement(votes(...scores));
        expect(agreement(votes(...scores.toReversed()))).toEqual(result);
        expect(result.spread ?? 0).toBeLessThanOrEqual(1);
        expect(result.standardDeviation ?? 0).toBeLessThanOrEqual(0.5);
        expect(result.standardDeviation ?? 0).toBeLessThanOrEqual((result.spread ?? 0) / 2 + 1e-12);
      }),
    );
  });
});

describe('the warning about disagreement', () => {
  const criterion = { kind: 'criterion', scale: 'unit', criterion: 'Is\nkind', input: [], candidate: 'x' } as const;

  test('names the range and the criterion', () => {
    expect(disagreementWarning(votes(1, 0, 0.5), criterion)).toBe('judges disagree: 0 to 1 on "Is kind"');
  });

  test('begins at a spread of half the scale, forgiving rounding', () => {
    expect(disagreementWarning(votes(0.7, 0.2), criterion)).toBe('judges disagree: 0.2 to 0.7 on "Is kind"');
    expect(disagreementWarning(votes(0.7, 0.21), criterion)).toBeUndefined();
    expect(disagreementWarning(votes(1, null), criterion)).toBeUndefined();
  });

  test("repeats nothing of an eval's own prompt, and only the beginning of a long criterion", () => {
    expect(disagreementWarning(votes(0, 1), { kind: 'prompt', scale: 'unit', prompt: 'Grade it' })).toBe('judges disagree: 0 to 1');
    expect(disagreementWarning(votes(0, 1), { ...criterion, criterion: `Says ${'it '.repeat(100)}` })).toMatch(/on "Says it it .*…"$/u);
  });
});
