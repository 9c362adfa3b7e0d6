import { expect, test } from 'vitest';
import { shownBeside } from './shown-beside.js';

test.each([
  [5.3, 5, 0, '5.3'],
  [4.8, 5, 0, '4.8'],
  [5, 5, 0, '5'],
  [7.6, 5, 0, '8'],
  [0.79996, 0.8, 3, '0.79996'],
  [0.81234, 0.8, 3, '0.812'],
  [0.8, 0.8, 3, '0.800'],
])('%d beside %d with %d decimals is %s', (value, limit, decimals, shown) => {
  expect(shownBeside(value, limit, decimals)).toBe(shown);
});
