import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createExactSum } from './exact-sum.js';

function sum(terms: readonly number[]): number {
  const total = createExactSum();
  for (const term of terms) total.add(term);
  return total.value();
}

test('no bit is lost: what plain addition gets wrong comes out right', () => {
  expect(sum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
  expect(sum([1e16, 1, -1e16])).toBe(1);
  expect(sum([])).toBe(0);
  // Halfway between two doubles, and pushed over by a part too small to be seen at first.
  expect(sum([1, 2 ** -53, 2 ** -106])).toBe(1 + 2 ** -52);
  expect(sum([1, 2 ** -53, -(2 ** -106)])).toBe(1);
});

test('the order of the terms does not matter', () => {
  const term = fc.double({ noNaN: true, min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(fc.array(term), fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (terms, keys) => {
      const shuffled = terms.map((value) => ({ value, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key);
      expect(sum(shuffled.map(({ value }) => value))).toBe(sum(terms));
    }),
  );
});
