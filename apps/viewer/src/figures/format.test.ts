import { expect, test } from 'vitest';
import { formatCost, formatDifference, formatDuration, formatKnownCost, formatScore, formatScores } from './format.js';

test.each([
  [0.825, '0.82'],
  [0.7996, '0.7996'],
  [0.799_96, '0.79996'],
  [1 - 1e-8, '0.99999999'],
  [1e-7, '0.0000001'],
  [0.1 + 0.7, '0.80'],
  [1 - 2 ** -53, '1.00'],
  [null, '–'],
])('a score is not shown as a limit that it is not, but for noise: %d is %s', (score, text) => {
  expect(formatScore(score)).toBe(text);
});

test('limits of a run are no other than it has', () => {
  expect([formatScore(0.8996, { pass: 0.9, borderline: 0.5 }), formatScore(0.7996, { pass: 0.9, borderline: 0.5 })]).toEqual(['0.8996', '0.80']);
});

test.each([
  [0.05, '+0.05'],
  [-0.0004, '−0.0004'],
  [0.000_004, '+0.000004'],
  [0.1 + 0.2 - 0.3, '0.00'],
  [0, '0.00'],
  [null, '–'],
])('a difference of which two decimals show nothing has more, but for noise: %d is %s', (value, text) => {
  expect(formatDifference(value)).toBe(text);
});

test.each([
  [0.25, false, '$0.2500'],
  [0.25, true, '≥ $0.2500'],
  [0.000_01, true, '> $0.00'],
  [0, false, '$0.00'],
  [0, true, 'unknown'],
  [undefined, true, 'unknown'],
  [undefined, false, '–'],
])('%d of which a part has no price (%s) is %s', (usd, incomplete, text) => {
  expect(formatKnownCost(usd, incomplete)).toBe(text);
});

test('amounts and times are written as in the terminal', () => {
  expect([formatCost(0), formatCost(0.000_01), formatCost(1234.5)]).toEqual(['$0.00', '<$0.0001', '$1,234.50']);
  expect([3_720_000, 86_400_000, 183_600_000].map(formatDuration)).toEqual(['1h 02m', '1d 00h', '2d 03h']);
});

test.each([
  [0.8004, 0.7996, ['0.8004', '0.7996']],
  [0.7512, 0.7518, ['0.751', '0.752']],
  [0.75, 0.75, ['0.75', '0.75']],
  // With three decimals the first would be the limit that it missed.
  [0.8049, 0.8041, ['0.8049', '0.804']],
] as const)('of the scores %d and %d none is shown as the other, nor as a limit', (a, b, shown) => {
  expect(formatScores(a, b, { pass: shown[0] === '0.8049' ? 0.805 : 0.8, borderline: 0.6 })).toEqual(shown);
});
