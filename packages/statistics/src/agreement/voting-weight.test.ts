import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { votingWeight, type VoterCounts } from './voting-weight.js';

const { weights } = readReference<{ weights: { counts: [number, number, number, number]; weight: number }[] }>('tests');

const counts = (truePassed: number, trueLabels: number, falseFailed: number, falseLabels: number): VoterCounts => ({ truePassed, trueLabels, falseFailed, falseLabels });

describe('the weight of a voter', () => {
  test('is that of R', () => {
    expect(weights).toHaveLength(6);
    for (const { counts: of, weight } of weights) expectNear(votingWeight(counts(...of)), weight, String(of));
  });

  test('is 0 without labels or for a coin, below 0 for one that is rather wrong, and never infinite', () => {
    expect([votingWeight(counts(0, 0, 0, 0)), votingWeight(counts(5, 10, 15, 30))]).toEqual([0, 0]);
    expect(votingWeight(counts(20, 20, 0, 40))).toBeGreaterThan(-0.1);
    expect(votingWeight(counts(2, 20, 3, 40))).toBeLessThan(-1);
    expect(votingWeight(counts(1e6, 1e6, 1e6, 1e6))).toBeLessThan(15);
  });

  test('grows with what is right, and with labels at the same rate above one half', () => {
    const label = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(label, label, fc.nat(), fc.nat(), (trueLabels, falseLabels, a, b) => {
        const [truePassed, falseFailed] = [a % trueLabels, b % (falseLabels + 1)];
        const weight = votingWeight(counts(truePassed, trueLabels, falseFailed, falseLabels));
        expect(votingWeight(counts(truePassed + 1, trueLabels, falseFailed, falseLabels))).toBeGreaterThan(weight);
      }),
    );
    expect(votingWeight(counts(45, 50, 45, 50))).toBeGreaterThan(votingWeight(counts(9, 10, 9, 10)));
  });

  test.each([
    [counts(3, 2, 0, 0), 'truePassed is 3'],
    [counts(0, -1, 0, 0), 'trueLabels is -1'],
    [counts(0, 1, Number.NaN, 3), 'falseFailed is NaN'],
    [counts(0, 1, 0, 1.5), 'falseLabels is 1.5'],
  ])('%j is refused', (of, message) => {
    expect(() => votingWeight(of)).toThrow(message);
  });
});
