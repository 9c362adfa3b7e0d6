import { expect, test } from 'vitest';
import { SharedValues } from './shared-values.js';

test('of equal values one is kept, however many others there were', () => {
  const shared = new SharedValues<readonly number[]>();
  const [first, equal] = [[1, 2], [1, 2]];
  expect(shared.of('1,2', first)).toBe(first);
  expect(shared.of('1,2', equal)).toBe(first);
  for (let number = 0; number < 10_000; number += 1) expect(shared.of(`x${number}`, [number])).toEqual([number]);
  expect(shared.of('1,2', equal)).toEqual(first);
});
