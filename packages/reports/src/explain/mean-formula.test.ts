import { expect, test } from 'vitest';
import { meanFormula, meanText } from './mean-formula.js';

const item = (score: number | null, weight = 1) => ({ score, weight });

test.each([
  ['equal weights', [item(1), item(0.75), item(0.5)], '(1 + 0.75 + 0.5) / 3'],
  ['weights', [item(1, 3), item(0.5)], '(3×1 + 1×0.5) / 4'],
  ['equal weights that are not 1', [item(1, 2), item(0.5, 2)], '(2×1 + 2×0.5) / 4'],
  ['one item', [item(0.5, 3)], '0.5'],
  ['unscored items and those without weight take no part', [item(null, 5), item(1, 0), item(0.25), item(0.5)], '(0.25 + 0.5) / 2'],
  ['nothing that counts', [item(null), item(1, 0)], undefined],
])('%s', (_, items, formula) => {
  expect(meanFormula(items)).toBe(formula);
});

test('numbers are rounded only to be shown, to four significant digits', () => {
  expect(meanText([item(1), item(2 / 3), item(0.1 + 0.2)], (1 + 2 / 3 + 0.1 + 0.2) / 3)).toBe('(1 + 0.6667 + 0.3) / 3 = 0.6556');
  expect(meanText([item(0.1, 0.1), item(0.2, 0.2)], 0.05 / 0.3)).toBe('(0.1×0.1 + 0.2×0.2) / 0.3 = 0.1667');
});

test('a formula that is its own result stands alone; without a score there is none', () => {
  expect(meanText([item(0.5)], 0.5)).toBe('0.5');
  expect(meanText([item(null)], null)).toBe('unscored');
  expect(meanText([], 0.5)).toBe('0.5');
});
