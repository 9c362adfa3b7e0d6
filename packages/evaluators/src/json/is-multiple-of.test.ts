import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMultipleOf } from './is-multiple-of.js';

test.each([
  [19.99, 0.01, true],
  [0.3, 0.1, true],
  [4.35, 0.01, true],
  [-1.1, 0.1, true],
  [0, 0.7, true],
  [-0, 3, true],
  [7, 3.5, true],
  [1e300, 1e-300, true],
  [5e-324, 5e-324, true],
  [1e21, 7, false],
  [19.999, 0.01, false],
  [0.30000000000000004, 0.1, false],
  [1, 3, false],
  [1e-7, 1e-6, false],
])('%d of %d: %s', (number, divisor, is) => {
  expect(isMultipleOf(number, divisor)).toBe(is);
});

test('every number of cents is a multiple of a cent, and one tenth of a cent more is none', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      expect(isMultipleOf(cents / 100, 0.01)).toBe(true);
      expect(isMultipleOf((cents * 10 + 1) / 1000, 0.01)).toBe(false);
    }),
  );
});
