import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TrialKeyTable } from './trial-key-table.js';

test('it is a map of the lines of keys, whatever the keys look like', () => {
  const hex = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 4, maxLength: 4 }).map((words) => words.map((word) => word.toString(16).padStart(8, '0')).join(''));
  const key = fc.oneof(hex, fc.string(), fc.constantFrom('0'.repeat(32), 'f'.repeat(32), '', 'A'.repeat(32)));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 400 }), fc.array(key), (keys, others) => {
      const [table, map] = [new TrialKeyTable(), new Map<string, number>()];
      keys.forEach((each, index) => {
        expect(table.put(each, index + 1)).toBe(map.get(each));
        map.set(each, index + 1);
      });
      expect(table.size).toBe(map.size);
      for (const each of [...keys, ...others]) expect(table.has(each)).toBe(map.has(each));
    }),
    { numRuns: 50 },
  );
});
