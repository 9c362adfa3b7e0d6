import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../chance/random.js';
import { alphaOfSums, ratingSums } from './alpha-of-sums.js';
import { krippendorffAlpha, krippendorffInterval, type RatedUnit } from './krippendorff-alpha.js';

const rating = fc.option(fc.constantFrom(0, 0.25, 0.5, 0.75, 1));
const units = fc.array(fc.array(rating, { maxLength: 5 }), { maxLength: 30 });

test('alpha of sums is that of the units, however they are put together', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 5 }), (rated, width) => {
      const sums = rated.map(ratingSums);
      const clusters = Array.from({ length: width }, (_, index) =>
        sums.filter((_sum, place) => place % width === index).reduce((a, b) => ({ ratings: a.ratings + b.ratings, sum: a.sum + b.sum, squares: a.squares + b.squares, apart: a.apart + b.apart }), { ratings: 0, sum: 0, squares: 0, apart: 0 }),
      );
      const { alpha } = alphaOfSums(clusters, { rounds: 1 });
      const expected = krippendorffAlpha(rated, 'interval');
      if (expected === null) expect(alpha).toBeNull();
      else expect(alpha).toBeCloseTo(expected, 9);
    }),
  );
});

test('with many things the interval is that of the plain bootstrap, since the prior hardly counts', () => {
  const rated: RatedUnit[] = Array.from({ length: 400 }, (_, index) => [index % 5 / 4, ((index * 7) % 5) / 4, index % 5 / 4]);
  const ours = alphaOfSums(rated.map(ratingSums), { rounds: 2000 });
  const other = krippendorffInterval(rated, { metric: 'interval' });
  expect(ours.interval?.low).toBeCloseTo(other?.low ?? NaN, 1);
  expect(ours.interval?.high).toBeCloseTo(other?.high ?? NaN, 1);
});

test('raters that never differed are not sure never to differ, the less the fewer things there are', () => {
  const alike = (count: number) => alphaOfSums(Array.from({ length: count }, (_, index) => ratingSums(index % 4 === 0 ? [0, 0] : [1, 1])));
  const [few, many] = [alike(5), alike(400)];
  expect([few.alpha, few.interval?.high, many.interval?.high]).toEqual([1, 1, 1]);
  expect(few.interval?.low).toBeLessThan(0.3);
  expect(many.interval?.low).toBeGreaterThan(0.95);
});

test('the interval holds alpha, of few things too', () => {
  // Two that each mistake one of twenty, of things of which seven in ten are right.
  const draw = (count: number, seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: count }, () => {
      const truth = random.unit() < 0.7;
      return ratingSums([0, 1].map(() => (truth === random.unit() >= 0.05 ? 1 : 0)));
    });
  };
  const truth = alphaOfSums(draw(100_000, 1), { rounds: 1 }).alpha ?? Number.NaN;
  for (const count of [8, 30]) {
    const found = Array.from({ length: 200 }, (_, seed) => alphaOfSums(draw(count, seed + 2), { rounds: 200 })).flatMap(({ interval }) => interval ?? []);
    expect(found.length).toBeGreaterThan(150);
    expect(found.filter(({ low, high }) => low <= truth && truth <= high).length / found.length, String(count)).toBeGreaterThanOrEqual(0.9);
  }
});

test('ratings that do not vary show neither agreement nor its lack; one cluster has no interval', () => {
  expect(alphaOfSums([ratingSums([0.1, 0.1, 0.1]), ratingSums([0.1, 0.1])])).toEqual({ alpha: null, interval: null });
  expect(alphaOfSums([])).toEqual({ alpha: null, interval: null });
  expect(alphaOfSums([ratingSums([0, 1])]).interval).toBeNull();
  expect(() => ratingSums([Number.NaN, 1])).toThrow('a rating is NaN');
});
