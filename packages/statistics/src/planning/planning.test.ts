import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { createRandom } from '../chance/random.js';
import { neededSize, powerOf, smallestDifference } from './power.js';
import { sequentialLevels, spentAlpha, type SpendingShape } from './sequential-levels.js';
import { varianceParts } from './variance-parts.js';

const { power, needed, smallest } = readReference<Record<'power' | 'needed' | 'smallest', number[][]>>('tests');
interface Bounds {
  readonly shape: SpendingShape;
  readonly shares: number[];
  readonly spent: number[];
  readonly bounds: number[];
}
const { variance_parts: parts, sequential } = readReference<{ variance_parts: { cases: number[][][]; parts: number[] }[]; sequential: Bounds[] }>('estimators');

describe('power of a t test, as R has it', () => {
  test('power', () => {
    expect(power.length).toBeGreaterThan(50);
    for (const [n = 0, shift = 0, alpha = 0, sides = 0, expected = 0] of power) {
      // R stops its series at 1e-12 of 1.
      expect(Math.abs(powerOf(n, shift, 0.7, { alpha, sides: sides === 1 ? 1 : 2 }) - expected), `${n} ${shift} ${alpha} ${sides}`).toBeLessThan(1e-9);
    }
  });

  test('how many are needed', () => {
    expect(needed).toHaveLength(6);
    for (const [difference = 0, wanted = 0, n = 0] of needed) expect(neededSize(difference, 0.4, wanted)).toBe(n);
    expect(neededSize(1e-6, 0.4)).toBe(Infinity);
  });

  test('the smallest difference', () => {
    expect(smallest).toHaveLength(6);
    for (const [n = 0, wanted = 0, difference = 0] of smallest) expectNear(smallestDifference(n, 0.4, wanted), difference, `${n} at ${wanted}`, 1e-6);
    expect(smallestDifference(10, 0)).toBe(0);
  });
});

describe('looks', () => {
  test('what is spent ends at alpha, and never falls', () => {
    for (const shape of ['obrien-fleming', 'hwang-shih-decani', 'pocock'] as const) {
      const spent = [0, 0.01, 0.2, 0.5, 0.9, 1].map((share) => spentAlpha(shape, 0.05, share));
      expect(spent).toEqual([...spent].sort((a, b) => a - b));
      expect(spent[0]).toBe(0);
      expectNear(spent.at(-1) ?? 0, 0.05, shape);
    }
  });

  test('no rounding spends more than alpha', () => {
    for (const shape of ['obrien-fleming', 'hwang-shih-decani', 'pocock'] as const) {
      for (const alpha of [0.001, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3]) {
        expect(spentAlpha(shape, alpha, 1)).toBeLessThanOrEqual(alpha);
        expect(sequentialLevels([0.5, 1], { shape, alpha }).at(-1)?.spent).toBeLessThanOrEqual(alpha);
      }
    }
  });

  test("bounds, as SciPy's multivariate normal law gives them", () => {
    expect(sequential).toHaveLength(2);
    for (const { shape, shares, spent, bounds } of sequential) {
      for (const [look, found] of sequentialLevels(shares, { shape }).entries()) {
        expectNear(found.spent, spent[look] ?? 0, `${shape} spent`);
        expect(Math.abs(found.z - (bounds[look] ?? 0)), `${shape} ${look}: ${found.z}`).toBeLessThan(1e-3);
      }
    }
  });

  test.each([
    ['obrien-fleming', [4.8769, 3.3569, 2.6803, 2.2898, 2.031]],
    ['pocock', [2.438, 2.4268, 2.4101, 2.3966, 2.3859]],
  ] as const)('five looks of %s, as in the published tables', (shape, bounds) => {
    const found = sequentialLevels([0.2, 0.4, 0.6, 0.8, 1], { shape });
    for (const [look, bound] of bounds.entries()) {
      // The tables were computed on a coarser grid.
      expect(Math.abs((found[look]?.z ?? 0) - bound)).toBeLessThan(1.5e-4);
    }
  });

  test('three looks of Hwang, Shih and DeCani, as gsDesign has them: γ = −4, one side of 2.5 %', () => {
    const found = sequentialLevels([1 / 3, 2 / 3, 1], { shape: 'hwang-shih-decani', alpha: 0.025, sides: 1 });
    for (const [look, bound] of [3.0107, 2.5465, 1.9992].entries()) expect(Math.abs((found[look]?.z ?? 0) - bound)).toBeLessThan(1e-3);
  });

  test('looks that go together closely find together what they may spend', () => {
    const shares = Array.from({ length: 20 }, (_, look) => (look === 19 ? 1 : 1 / (0.9 + 0.1 * (30 / (11 + look)))));
    const bounds = sequentialLevels(shares, { shape: 'hwang-shih-decani', sides: 1 }).map(({ z }) => z);
    const random = createRandom(7);
    const draws = 40_000;
    let found = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      let [sum, before] = [0, 0];
      for (const [look, share] of shares.entries()) {
        sum += Math.sqrt(share - before) * Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.unit());
        before = share;
        if (sum / Math.sqrt(share) < (bounds[look] ?? 0)) continue;
        found += 1;
        break;
      }
    }
    // Four standard errors of the draws.
    expect(Math.abs(found / draws - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / draws));
  });

  test('one look at the end is an ordinary test, of one or two sides', () => {
    expectNear(sequentialLevels([1], { alpha: 0.02 })[0]?.level ?? 0, 0.02, 'two sides');
    expectNear(sequentialLevels([1], { alpha: 0.02, sides: 1 })[0]?.level ?? 0, 0.02, 'one side');
  });
});

describe('variance parts', () => {
  test('as solved from expected sums of squares', () => {
    expect(parts).toHaveLength(2);
    for (const { cases, parts: expected } of parts) {
      const found = varianceParts(cases);
      expectNear(found.case ?? -1, expected[0] ?? 0, 'case', 1e-9);
      expectNear(found.repeat ?? -1, expected[1] ?? 0, 'repeat', 1e-9);
      if (expected.length === 3) expectNear(found.judge ?? -1, expected[2] ?? 0, 'judge', 1e-9);
      else expect(found.judge).toBeNull();
    }
  });

  test('what the data do not show is null, what falls below 0 is 0', () => {
    expect(varianceParts([])).toEqual({ case: null, repeat: null, judge: null });
    expect(varianceParts([[[0.5]], [[1]]])).toEqual({ case: null, repeat: null, judge: null });
    expect(varianceParts([[[0], [1]], [[1], [0]], []])).toEqual({ case: 0, repeat: 0.5, judge: null });
  });
});

test.each([
  [() => powerOf(1, 0.1, 1), 'n is 1; allowed: a whole number of at least 2'],
  [() => smallestDifference(9, 1, 0.01), 'power is 0.01; allowed: a number above 0.05 and below 1'],
  [() => neededSize(0, 1), 'the size of difference is 0; allowed: a finite number above 0'],
  [() => sequentialLevels([0.5, 0.4]), 'shares[1] is 0.4; allowed: a number above 0.5 and below 1.0000000000000002'],
  [() => varianceParts([[[Number.NaN]]]), 'a score is NaN; allowed: finite numbers'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});
