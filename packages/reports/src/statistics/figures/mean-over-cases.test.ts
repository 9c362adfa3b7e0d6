import { clopperPearson, gaffkeRatio } from '@assay/statistics';
import { expect, test } from 'vitest';
import { meanOverCases } from './mean-over-cases.js';

const SHARES = { low: 0, high: 1 };

test('a rate of cases has the interval of Clopper and Pearson', () => {
  const values = [1, 1, 1, 0].map((value, index) => ({ cluster: `${index}`, value, weight: 3 }));
  expect(meanOverCases(values, SHARES)).toEqual({ value: 0.75, ...clopperPearson(3, 4), cases: 4 });
});

test('values of one case hang together: six of three cases are no more than three', () => {
  const values = ['a', 'b', 'c'].flatMap((cluster) => [1, 1].map((value) => ({ cluster, value })));
  const { value, low, high, cases } = meanOverCases(values, SHARES);
  expect({ value, high, cases }).toEqual({ value: 1, high: 1, cases: 3 });
  expect(low).toBeCloseTo(clopperPearson(3, 3).low, 10);
});

test('weights and other values have Gaffke’s interval', () => {
  const values = [
    { cluster: 'a', value: 1, weight: 2 },
    { cluster: 'b', value: -0.5 },
  ];
  expect(meanOverCases(values, { low: -1, high: 1 })).toEqual({ value: 0.5, ...gaffkeRatio([2, -0.5], [2, 1], { low: -1, high: 1 }), cases: 2 });
});

test('without values there is no mean', () => {
  expect(meanOverCases([], { low: -1, high: 1 })).toEqual({ value: null, low: -1, high: 1, cases: 0 });
});
