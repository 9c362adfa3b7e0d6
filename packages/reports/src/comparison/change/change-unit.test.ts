import { expect, test } from 'vitest';
import { clusterUnits, type ChangeUnit } from './change-unit.js';

const unit = (cluster: string, before: number, after: number, weight = 1): ChangeUnit => ({ cluster, weight, cases: 1, before: [before], after: [after] });

test('units of a cluster count together, whether they follow each other or not', () => {
  const [a, b, again] = [unit('a', 0, 1), unit('b', 1, 0.5, 2), unit('a', 0.5, 1)];
  expect(clusterUnits([a, again, b])).toEqual({ sums: Float64Array.of(1.5, -1), weights: Float64Array.of(2, 2) });
  expect(clusterUnits([a, b, again])).toEqual({ sums: Float64Array.of(1.5, -1), weights: Float64Array.of(2, 2) });
  expect(clusterUnits([b, a, again])).toEqual({ sums: Float64Array.of(-1, 1.5), weights: Float64Array.of(2, 2) });
  expect(clusterUnits([])).toEqual({ sums: new Float64Array(0), weights: new Float64Array(0) });
});
