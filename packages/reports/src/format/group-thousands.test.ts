import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupThousands } from './group-thousands.js';

test.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1000, 0, '1,000'],
  [1_234_567, 0, '1,234,567'],
  [1234.5, 2, '1,234.50'],
  [0.0123, 4, '0.0123'],
])('%d with %d decimals', (value, decimals, text) => {
  expect(groupThousands(value, decimals)).toBe(text);
});

test('whole numbers read as Intl would write them', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      expect(groupThousands(value)).toBe(value.toLocaleString('en-US'));
    }),
  );
});
