import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterNumbers, editDistance, type Characters } from './edit-distance.js';

/** By the table of distances, row by row. */
function plainDistance(a: Characters, b: Characters): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of a.entries()) {
    const before = row;
    row = [i + 1];
    for (const [j, right] of b.entries()) row.push(Math.min((row[j] ?? 0) + 1, (before[j + 1] ?? 0) + 1, (before[j] ?? 0) + (left === right ? 0 : 1)));
  }
  return row.at(-1) ?? 0;
}

test('whatever the texts, it is what the table of distances says, in both directions', () => {
  // Few characters make many ways to match; lengths go over several blocks of 32.
  const text = fc.array(fc.nat(2), { maxLength: 110 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const distance = plainDistance(a, b);
      expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
    }),
  );
});

test('characters are those that people see', () => {
  const read = characterNumbers();
  expect(read('plain').length).toBe(5);
  expect(read('\u{1F468}\u200D\u{1F469}\u200D\u{1F467}e\u0301').length).toBe(2);
  expect(read('aé')[0]).toBe(read('a')[0]);
});
