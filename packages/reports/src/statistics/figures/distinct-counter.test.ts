import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDistinctCounter } from './distinct-counter.js';

test('counts different texts as a set does', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 200 }), (texts) => {
      const counter = createDistinctCounter();
      for (const text of texts) counter.add(text);
      expect(counter.size).toBe(new Set(texts).size);
    }),
  );
});

test('many ids that differ in one place only are told apart', () => {
  const counter = createDistinctCounter();
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 50_000; index++) counter.add(`case-${index}`);
  }
  expect(counter.size).toBe(50_000);
});
