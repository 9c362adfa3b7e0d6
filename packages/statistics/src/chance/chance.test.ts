import { expect, test } from 'vitest';
import { readReference } from '../../test/reference.js';
import { drawDirichlet } from './dirichlet.js';
import { createRandom } from './random.js';

const { generator } = readReference<{ generator: Record<string, number[]> }>('intervals');

test('the numbers are those of xoshiro128**, for seeds of more than 32 bits too', () => {
  const seeds = Object.keys(generator);
  expect(seeds).toHaveLength(4);
  for (const seed of seeds) {
    const random = createRandom(Number(seed));
    expect(Array.from({ length: 8 }, () => random.bits())).toEqual(generator[seed]);
  }
});

test('numbers below a count are all as likely', () => {
  const random = createRandom(5);
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let draw = 0; draw < 70_000; draw += 1) {
    const drawn = random.below(7);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(counts).toHaveLength(7);
  expect(chiSquare).toBeLessThan(22.5); // 0.1 % of chi-square with 6 degrees
});

test('units lie in [0, 1), exponential numbers are above 0 with mean 1', () => {
  const random = createRandom(11);
  let [units, exponentials] = [0, 0];
  const wrong: number[][] = [];
  for (let draw = 0; draw < 40_000; draw += 1) {
    const unit = random.unit();
    const exponential = random.exponential();
    if (!(unit >= 0 && unit < 1 && exponential > 0)) wrong.push([unit, exponential]);
    units += unit / 40_000;
    exponentials += exponential / 40_000;
  }
  expect(wrong).toEqual([]);
  expect(Math.abs(units - 0.5)).toBeLessThan(0.006);
  expect(Math.abs(exponentials - 1)).toBeLessThan(0.02);
});

test('Dirichlet weights are at least 0, sum to 1, and have the same mean', () => {
  const random = createRandom(3);
  const sums = [0, 0, 0, 0];
  const wrong: number[][] = [];
  for (let draw = 0; draw < 10_000; draw += 1) {
    const weights = drawDirichlet(random, 4);
    if (Math.min(...weights) < 0 || Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) > 1e-12) wrong.push([...weights]);
    for (const [index, weight] of weights.entries()) sums[index] = (sums[index] ?? 0) + weight;
  }
  expect(wrong).toEqual([]);
  for (const sum of sums) expect(Math.abs(sum / 10_000 - 0.25)).toBeLessThan(0.008);
});

test.each([
  [() => createRandom(-1), 'seed is -1; allowed: a whole number of at least 0'],
  [() => createRandom(0.5), 'seed is 0.5; allowed: a whole number of at least 0'],
  [() => drawDirichlet(createRandom(1), 0), 'count is 0; allowed: a whole number of at least 1'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});
