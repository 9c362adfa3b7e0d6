import { expect, test } from 'vitest';
import { formatExact } from './format-exact.js';

test.each([
  [1, '1'],
  [0, '0'],
  [0.425, '0.425'],
  [2.5 / 3, '0.8333'],
  [0.1 + 0.2, '0.3'],
  [0.001, '0.001'],
  [0.999_96, '1'],
  [Number.NaN, '–'],
])('%d has up to four significant digits and no zeros at its end: %s', (value, text) => {
  expect(formatExact(value)).toBe(text);
});
