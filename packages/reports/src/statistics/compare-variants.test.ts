import { expect, test } from 'vitest';
import { compareVariants } from './compare-variants.js';

test('labels are ordered by the numbers that they hold', () => {
  const labels = ['temp:1 sys:1', 'temp:0.5 sys:10', 'sys:2', 'temp:0.25 sys:1', '', 'temp:0.5 sys:2', 'other', 'temp:0.5'];
  expect(labels.toSorted(compareVariants)).toEqual([
    '', 'other', 'sys:2', 'temp:0.25 sys:1', 'temp:0.5', 'temp:0.5 sys:2', 'temp:0.5 sys:10', 'temp:1 sys:1',
  ]);
  expect(compareVariants('temp:0.5', 'temp:0.5')).toBe(0);
});
