import { expect, test } from 'vitest';
import { formatCost, formatKnownCost } from './format-cost.js';

test.each([
  [0.0123, '$0.0123'],
  [0.99996, '$1.00'],
  [0.9999, '$0.9999'],
  [12.345, '$12.35'],
  [1234.5, '$1,234.50'],
  [0, '$0.00'],
  [0.00001, '<$0.0001'],
  [-0.5, '-$0.5000'],
])('%d US dollars are %s', (usd, shown) => {
  expect(formatCost(usd)).toBe(shown);
});

test('an unknown price is not shown as free', () => {
  expect(formatCost(undefined)).toBe('–');
});

test.each([
  [0.0123, false, '$0.0123'],
  [0.0123, true, '≥$0.0123'],
  [0.00001, true, '>$0.00'],
  [0, false, '$0.00'],
  [0, true, 'unknown'],
  [undefined, true, 'unknown'],
  [undefined, false, '–'],
])('%d of which a part has no price (%s) is %s', (usd, incomplete, shown) => {
  expect(formatKnownCost(usd, incomplete)).toBe(shown);
});

test('in words, too little to be shown is more than nothing', () => {
  expect(formatKnownCost(0.00001, true, 'at least ')).toBe('more than $0.00');
});
