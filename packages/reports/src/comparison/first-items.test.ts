import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFirstItems } from './first-items.js';

test('keeps the first items in order, and counts all: what sorting and cutting would give', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat())), fc.integer({ min: 0, max: 5 }), (all, max) => {
      const first = createFirstItems<readonly [number, number]>(max, (a, b) => a[0] - b[0]);
      for (const item of all) first.add(item);
      expect(first.list()).toEqual(all.toSorted((a, b) => a[0] - b[0]).slice(0, max));
      expect(first.count).toBe(all.length);
    }),
  );
});
