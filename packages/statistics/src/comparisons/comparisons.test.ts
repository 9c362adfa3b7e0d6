import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { createRandom } from '../chance/random.js';
import { benjaminiHochberg } from './benjamini-hochberg.js';
import { holm } from './holm.js';
import { pairedDifference } from './paired-difference.js';
import { permutationTest, permutationTests, type Alternative } from './permutation-test.js';
import type { ExchangeableUnit } from './permutation-pools.js';
import { normalCdf } from '../special/normal.js';
import { signFlipTest } from './sign-flip-test.js';

const reference = readReference<{ p: number[]; holm: number[]; benjaminiHochberg: number[] }>('tests');
interface Permuted extends Record<Alternative, number> {
  readonly units: ExchangeableUnit[];
  readonly difference: number;
}
const { permutations } = readReference<{ permutations: Permuted[] }>('estimators');
const ALTERNATIVES = ['less', 'greater', 'two-sided'] as const;

test('adjusted p-values, as R has them', () => {
  for (const [index, adjusted] of holm(reference.p).entries()) expectNear(adjusted, reference.holm[index] ?? -1, `Holm ${index}`);
  for (const [index, adjusted] of benjaminiHochberg(reference.p).entries()) {
    expectNear(adjusted, reference.benjaminiHochberg[index] ?? -1, `Benjamini–Hochberg ${index}`);
  }
  expect([holm([]), benjaminiHochberg([])]).toEqual([[], []]);
  // Equal ones may be counted instead of repeated.
  expect(benjaminiHochberg([1, 0.01, 0.02], [3, 2, 1])).toEqual(benjaminiHochberg([1, 0.01, 0.02, 1, 0.01, 1]).slice(0, 3));
});

describe('permutation test', () => {
  test('all arrangements, as gone through one by one', () => {
    expect(permutations).toHaveLength(3);
    for (const each of permutations) {
      for (const alternative of ALTERNATIVES) {
        const found = permutationTest(each.units, { alternative });
        expectNear(found.difference, each.difference, 'difference', 1e-12);
        expectNear(found.p, each[alternative], alternative, 1e-12);
        expect(found.exact).toBe(true);
      }
    }
  });

  test('draws come near to it', () => {
    for (const each of permutations) {
      for (const alternative of ALTERNATIVES) {
        const { p, exact, rounds } = permutationTest(each.units, { alternative, exactUpTo: 0 });
        expect(Math.abs(p - each[alternative])).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / rounds) + 1e-3);
        expect([exact, rounds]).toEqual([false, 9999]);
      }
    }
  });

  test('ties count: where nothing differs p is 1', () => {
    const same = Array.from({ length: 30 }, () => ({ before: [0.5, 1], after: [1, 0.5] }));
    for (const alternative of ALTERNATIVES) expect(permutationTest(same, { alternative, rounds: 99 }).p).toBeGreaterThan(0.3);
    const constant = [{ before: [1], after: [1] }];
    expect(permutationTest(constant)).toEqual({ difference: 0, p: 1, rounds: 1, exact: true });
  });

  test('values that were rounded tie where they would have, exactly or drawn', () => {
    const pairs = [[2, 0], [2, 0], [1, 0], [2, 0], [0, 1], [0, 1], [2, 3], [2, 1], [3, 1]] as const;
    const unitsOf = (value: (third: number) => number) => pairs.map(([before, after]) => ({ before: [value(before)], after: [value(after)] }));
    const [exact, rounded] = [unitsOf((third) => third / 3), unitsOf((third) => Math.round((third / 3) * 1e6) / 1e6)];
    for (const alternative of ALTERNATIVES) {
      for (const exactUpTo of [100_000, 0]) {
        const { p } = permutationTest(exact, { alternative, exactUpTo });
        expect(permutationTest(rounded, { alternative, exactUpTo, rounding: 5e-7 }).p).toBe(p);
      }
    }
    expect(permutationTest(rounded, { alternative: 'less' }).p).toBeLessThan(0.6 * permutationTest(exact, { alternative: 'less' }).p);
    // A case that outweighs all others, and is on both sides what it was, does not make ties of what the others differ by.
    const heavy = [...rounded, { before: [1], after: [1], weight: 1e9 }];
    const { difference, ...chances } = permutationTest(heavy, { alternative: 'less', rounding: 5e-7 });
    expect(chances).toMatchObject({ p: permutationTest(exact, { alternative: 'less' }).p });
    expect(difference).toBeLessThan(0);
  });

  test('the least p of draws is 1 in rounds + 1', () => {
    const units = Array.from({ length: 200 }, () => ({ before: [1], after: [0] }));
    const found = permutationTest(units, { alternative: 'less', rounds: 99 });
    expect(found).toMatchObject({ p: 0.01, rounds: 99, exact: false });
    expectNear(found.difference, -1, 'difference');
  });

  test('under no difference p is not small too often, with repeats that are unequal', () => {
    const random = createRandom(21);
    let small = 0;
    for (let experiment = 0; experiment < 400; experiment += 1) {
      const units = Array.from({ length: 12 }, () => {
        const rate = random.unit();
        const reply = (): number => (random.unit() < rate ? 1 : 0);
        return { before: [reply()], after: [reply(), reply(), reply()] };
      });
      if (permutationTest(units, { alternative: 'less', rounds: 199, exactUpTo: 0, seed: experiment }).p <= 0.05) small += 1;
    }
    // 5 % of 400, and four standard errors.
    expect(small).toBeLessThanOrEqual(37);
  });

  test('with less work there are fewer rounds, never too few', () => {
    // 800 of them differ between the sides: ten fill a table.
    const units = Array.from({ length: 1000 }, (_, index) => ({ before: [index % 3], after: [index % 5] }));
    const rounds = (work?: number): number => permutationTest(units, work === undefined ? {} : { work }).rounds;
    expect([rounds(), rounds(200_000), rounds(1)]).toEqual([9999, 2500, 999]);
  });

  test('the same seed gives the same p', () => {
    const units = Array.from({ length: 40 }, (_, index) => ({ before: [index % 3, 1], after: [index % 2] }));
    expect(permutationTest(units, { seed: 4, rounds: 500 })).toEqual(permutationTest(units, { seed: 4, rounds: 500 }));
  });
});

test('flipping signs is the permutation of one reply on each side', () => {
  const differences = [0.1, -0.3, -0.2, -0.5, 0, -0.1];
  const units = differences.map((difference) => ({ before: [0.5], after: [0.5 + difference] }));
  for (const alternative of ALTERNATIVES) {
    expectNear(signFlipTest(differences, { alternative }).p, permutationTest(units, { alternative }).p, alternative);
  }
  expect(signFlipTest([1, 1], { weights: [1, 0] }).rounds).toBe(2);
});

test('an interval of paired differences lies around the difference, in −1 to 1', () => {
  const { difference, low, high } = pairedDifference([1, 0.5, 1, 0], [0.5, 0.5, 1, 0.25]);
  expectNear(difference, -0.0625, 'difference');
  expect(low).toBeGreaterThan(-1);
  expect(low).toBeLessThan(difference);
  expect(high).toBeGreaterThan(difference);
  const weighted = pairedDifference([1, 0], [0, 0], { weights: [3, 1] });
  expectNear(weighted.difference, -0.75, 'weighted difference');
});

test.each([
  [() => benjaminiHochberg([1], [0]), 'a count is 0; allowed: a whole number of at least 1'],
  [() => holm([0.5, 2]), 'pValues[1] is 2; allowed: a number from 0 to 1'],
  [() => permutationTest([{ before: [0], after: [1] }], { work: 0 }), 'work is 0; allowed: a finite number above 0'],
  [() => permutationTest([]), 'there are no units with a weight; allowed: at least one'],
  [() => permutationTest([{ before: [], after: [1] }]), 'units[0] has no values on one side; allowed: at least one on each'],
  [() => permutationTest([{ before: [Number.NaN], after: [1] }]), 'a value of units[0] is NaN; allowed: a finite number'],
  [() => pairedDifference([1], []), 'the number of values after is 0; allowed: 1, one for each value'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});

test('all three chances come from the same arrangements, and pools that are too large for a table are shuffled', () => {
  const random = createRandom(8);
  const reply = (): number => (random.unit() < 0.7 ? 1 : 0);
  const units = [1, 3, 5, 12].flatMap((repeats) =>
    Array.from({ length: 6 }, () => ({ before: Array.from({ length: repeats }, reply), after: Array.from({ length: repeats + 1 }, () => reply() * 0.8) })),
  );
  const { less, greater, twoSided, exact } = permutationTests(units, { seed: 3 });
  expect(exact).toBe(false);
  for (const [alternative, p] of [['less', less], ['greater', greater], ['two-sided', twoSided]] as const) {
    expect(permutationTest(units, { alternative, seed: 3 }).p).toBe(p);
  }
  // A z of the same data, whose law is nearly normal: the means of many replies.
  const flat = units.map(({ before, after }) => {
    const all = [...before, ...after];
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    const variance = all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (all.length - 1);
    return { difference: after.reduce((sum, value) => sum + value, 0) / after.length - before.reduce((sum, value) => sum + value, 0) / before.length, variance: variance * (1 / before.length + 1 / after.length) };
  });
  const z = flat.reduce((sum, { difference }) => sum + difference, 0) / Math.sqrt(flat.reduce((sum, { variance }) => sum + variance, 0));
  expect(Math.abs(less - normalCdf(z))).toBeLessThan(0.05);
});

test('draws from many tables, of pools of all sizes, are the same whatever the machine', () => {
  const random = createRandom(8);
  const reply = (): number => (random.unit() < 0.7 ? 1 : random.unit());
  const sizes = [[1, 1], [2, 1], [3, 4], [12, 12]] as const;
  const units = Array.from({ length: 300 }, (_, index) => {
    const [before, after] = sizes[index % 4] ?? sizes[0];
    return { before: Array.from({ length: before }, reply), after: Array.from({ length: after }, reply), weight: 1 + (index % 3) };
  });
  const found = permutationTests(units, { seed: 3 });
  expect([found.rounds, found.exact, Math.round(found.less * 8146), Math.round(found.greater * 8146), Math.round(found.twoSided * 8146)]).toEqual([8145, false, 303, 7844, 546]);
});
