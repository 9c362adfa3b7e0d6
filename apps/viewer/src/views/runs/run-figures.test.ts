import { clopperPearson } from '@assay/statistics';
import { expect, test } from 'vitest';
import { runFigures } from './run-figures.js';

interface Group {
  readonly suite_path: string;
  readonly passed: number;
  readonly trials: number;
  readonly pass_interval?: { readonly low: number; readonly high: number };
}

function passesOf(...groups: readonly Group[]) {
  const full = groups.map((group) => ({ suite: group.suite_path, target: 'a', score: null, borderline: 0, failed: group.trials - group.passed, open: 0, unscored: 0, cost_incomplete: false, ...group }));
  return runFigures({ id: 'r', manifest: {}, summary: { groups: full } } as unknown as Parameters<typeof runFigures>[0]).passes;
}

test('the share that passed has the interval of its summary', () => {
  const { low, high } = clopperPearson(3, 4);
  const { mean, interval } = passesOf({ suite_path: 'a', passed: 3, trials: 4, pass_interval: { low, high } });
  expect([mean, interval?.low, interval?.high]).toEqual([0.75, expect.closeTo(low, 9), expect.closeTo(high, 9)]);
});

test('a summary that has no interval for a part of it has a share all the same', () => {
  const known = { suite_path: 'a', passed: 3, trials: 4, pass_interval: { low: 0.2, high: 0.99 } };
  expect(passesOf(known, { suite_path: 'b', passed: 1, trials: 4 })).toEqual({ mean: 0.5, interval: undefined });
  expect(passesOf({ suite_path: 'b', passed: 0, trials: 0 })).toEqual({ mean: undefined, interval: undefined });
});
