import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textHash } from '../figures/text-hash.js';
import { createHashCounts } from './hash-counts.js';

test('counts as a map does', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.integer({ min: 0, max: 5 })), { maxLength: 200 }), (added) => {
      const [counts, map] = [createHashCounts(), new Map<string, number>()];
      for (const [text, amount] of added) {
        map.set(text, (map.get(text) ?? 0) + amount);
        expect(counts.add(textHash(text), amount)).toBe(map.get(text));
      }
      for (const [text, sum] of map) expect(counts.get(textHash(text))).toBe(sum);
      expect(counts.get(textHash('never added'))).toBe(0);
    }),
  );
});
