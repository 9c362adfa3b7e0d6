import { expect, test } from 'vitest';
import { baselineOf, groupOf, rowsWith } from '../../../test/sample-baseline.js';
import { directionOf, updateOf } from './baseline-change.js';

const pass = (score: number) => ({ score, verdict: 'pass' as const });
const fail = (score: number) => ({ score, verdict: 'fail' as const });

test.each([
  [pass(1), pass(0.95), 'same'],
  [pass(1), pass(0.94), 'worse'],
  [fail(0.5), fail(0.55), 'same'],
  [fail(0.5), fail(0.56), 'better'],
  [pass(0.81), fail(0.79), 'worse'],
  [fail(0.79), pass(0.81), 'better'],
  [fail(0.5), pass(0.3), 'worse'],
  [pass(0.8), fail(1), 'worse'],
] as const)('%j → %j is %s, with a tolerance of 0.05', (before, after, direction) => {
  expect(directionOf(before, after, 0.05)).toBe(direction);
});

test('without a tolerance, six decimals are told apart and rounding is not', () => {
  expect(directionOf(pass(0.9), pass(0.9 + 1e-12), 0)).toBe('same');
  expect(directionOf(pass(0.9), pass(0.899), 0)).toBe('worse');
});

test('an update lists what changed, the largest difference first', () => {
  const previous = baselineOf(rowsWith({ same: 1, little: 0.5, much: 1, up: 0, gone: 1, lost: 1 }));
  const rows = rowsWith({ same: 1, little: 0.4, much: 0, up: 1, lost: null, fresh: 1 });
  const update = updateOf(previous, baselineOf(rows), groupOf(rows).cases);
  const keys = Object.fromEntries(
    Object.entries(update).map(([name, list]) => [name, Array.isArray(list) ? list.map(({ key }) => key) : list]),
  );
  expect(keys).toEqual({ worse: ['much', 'little'], better: ['up'], other: ['lost'], added: ['fresh'], removed: ['gone'], unchanged: 1 });
  expect(update.worse[0]).toMatchObject({ source: 'evals/geography.yaml:15:5', difference: -1 });
});
