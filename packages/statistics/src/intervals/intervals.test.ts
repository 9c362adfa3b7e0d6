import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { createRandom } from '../chance/random.js';
import { clopperPearson } from './clopper-pearson.js';
import { gaffke } from './gaffke.js';
import { gaffkeLowerBound, gaffkeRatio } from './gaffke-ratio.js';
import { wilson } from './wilson.js';

interface Sample {
  readonly scores: number[];
  readonly weights: number[];
  readonly level: number;
  readonly plain: [number, number];
  readonly weighted: [number, number];
}
const { rates, samples } = readReference<{ rates: number[][]; samples: Sample[] }>('intervals');

test('rates: Clopper and Pearson, and Wilson, as SciPy has them', () => {
  expect(rates.length).toBeGreaterThan(20);
  for (const [k = 0, n = 0, level = 0, low = 0, high = 0, wilsonLow = 0, wilsonHigh = 0] of rates) {
    const exact = clopperPearson(k, n, level);
    expectNear(exact.low, low, `low of ${k}/${n} at ${level}`);
    expectNear(exact.high, high, `high of ${k}/${n} at ${level}`);
    const score = wilson(k, n, level);
    if (k > 0) expectNear(score.low, wilsonLow, `Wilson's low of ${k}/${n} at ${level}`);
    if (k < n) expectNear(score.high, wilsonHigh, `Wilson's high of ${k}/${n} at ${level}`);
  }
});

describe('Gaffke', () => {
  test('agrees with an integral along another path', () => {
    expect(samples.length).toBeGreaterThan(8);
    for (const { scores, weights, level, plain, weighted } of samples) {
      const ofPlain = gaffke(scores, { level });
      const ofWeighted = gaffkeRatio(scores.map((score, index) => score * (weights[index] ?? 0)), weights, { level });
      for (const [actual, expected] of [[ofPlain.low, plain[0]], [ofPlain.high, plain[1]], [ofWeighted.low, weighted[0]], [ofWeighted.high, weighted[1]]] as const) {
        expect(Math.abs(actual - expected)).toBeLessThan(1e-9);
      }
    }
  });

  test.each([[0, 5], [3, 5], [1, 1], [50, 200], [990, 1000], [30_000, 100_000]])('is Clopper and Pearson for %i of %i', (k, n) => {
    const exact = clopperPearson(k, n);
    const values = Array.from({ length: n }, (_, index) => (index < k ? 1 : 0));
    const counted = gaffke(values);
    // Not counted: each value is a factor of its own.
    const single = n <= 1000 ? gaffkeRatio(values, values.map(() => 1)) : counted;
    for (const { low, high } of [counted, single]) {
      expect(Math.abs(low - exact.low)).toBeLessThan(1e-10);
      expect(Math.abs(high - exact.high)).toBeLessThan(1e-10);
    }
  });

  test('a range of its own only stretches it', () => {
    const values = [0.2, 0.9, 0.4, 1, 0.7];
    const { low, high } = gaffke(values);
    const stretched = gaffke(values.map((value) => value * 10 - 5), { low: -5, high: 5 });
    expectNear(stretched.low, low * 10 - 5, 'low');
    expectNear(stretched.high, high * 10 - 5, 'high');
  });

  test('the bound of one side is the end of the interval that leaves out as much on that side', () => {
    const [sums, weights] = [[0.5, 0.9, 1.8, 0.1], [1, 1, 2, 1]];
    expectNear(gaffkeLowerBound(sums, weights, { level: 0.95 }), gaffkeRatio(sums, weights, { level: 0.9 }).low, 'bound');
    expect(() => gaffkeLowerBound(sums, weights, { level: 1 })).toThrow(new RangeError('level is 1; allowed: a number above 0 and below 1'));
  });

  test('heavier clusters that may yet come make it wider', () => {
    const seen = gaffkeRatio([1, 0, 1, 1], [1, 1, 1, 1]);
    const expected = gaffkeRatio([1, 0, 1, 1], [1, 1, 1, 1], { largestWeight: 5 });
    expect(expected.low).toBeLessThan(seen.low);
    expect(expected.high).toBeGreaterThan(seen.high);
  });

  test('any scores and weights: the mean lies inside, in any order and unit of weight, and wider levels are wider', () => {
    const cluster = fc.record({ score: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })), weight: fc.constantFrom(0.25, 1, 5, 1000, 1e-300, 1e290) });
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 1, maxLength: 30 }), (clusters) => {
        const sums = clusters.map(({ score, weight }) => score * weight);
        const weights = clusters.map(({ weight }) => weight);
        const mean = sums.reduce((sum, each) => sum + each, 0) / weights.reduce((sum, each) => sum + each, 0);
        const { low, high } = gaffkeRatio(sums, weights);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(mean + 1e-9);
        expect(high).toBeGreaterThanOrEqual(mean - 1e-9);
        expect(high).toBeLessThanOrEqual(1);
        const turned = gaffkeRatio(sums.toReversed().map((sum) => sum * 8), weights.toReversed().map((weight) => weight * 8));
        expect(Math.abs(turned.low - low) + Math.abs(turned.high - high)).toBeLessThan(1e-9);
        const wider = gaffkeRatio(sums, weights, { level: 0.99 });
        expect(wider.low).toBeLessThanOrEqual(low + 1e-9);
        expect(wider.high).toBeGreaterThanOrEqual(high - 1e-9);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  test('100,000 different values are no matter of seconds', () => {
    const random = createRandom(2);
    const values = Float64Array.from({ length: 100_000 }, () => random.unit());
    const { user } = process.cpuUsage();
    const { low, high } = gaffke(values);
    expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5);
    expect(high - low).toBeGreaterThan(0.003);
    expect(high - low).toBeLessThan(0.004);
  });
});

test.each([
  [() => clopperPearson(3, 2), 'successes is 3; allowed: a number from 0 to 2'],
  [() => clopperPearson(0, 0), 'trials is 0; allowed: a whole number of at least 1'],
  [() => clopperPearson(1, 2, 1), 'level is 1; allowed: a number above 0 and below 1'],
  [() => wilson(-1, 2), 'successes is -1; allowed: a whole number of at least 0'],
  [() => gaffke([]), 'there are no values with a weight; allowed: at least one'],
  [() => gaffke([0.5, 1.5]), 'the mean score of cluster 1 is 1.5; allowed: a number from 0 to 1'],
  [() => gaffke([0], { low: 1, high: 0 }), 'low is 1 and high is 0; allowed: low below high'],
  [() => gaffkeRatio([1], [1, 1]), 'the number of weights is 2; allowed: 1, one for each value'],
  [() => gaffkeRatio([1], [-1]), 'weights[0] is -1; allowed: a number from 0 to 1.7976931348623157e+308'],
  [() => gaffkeRatio([1], [1], { largestWeight: 0 }), 'largestWeight is 0; allowed: a finite number above 0'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});
