import { DEFAULT_VERDICT_THRESHOLDS } from '@assay/schema';
import { sampleErrorRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createProblemList } from './problem-list.js';
import { orderRows } from '../row-order.js';

const options = {
  thresholds: DEFAULT_VERDICT_THRESHOLDS,
  compare: orderRows({ suites: ['z', 'a'], targets: [] }),
};

test('the first problems in the order of the files are kept, and all are counted', () => {
  const list = createProblemList({ ...options, max: 3 });
  const lines = [30, 4, 200, 1, 9];
  for (const line of lines) list.add(sampleErrorRow({ suite: 'a', source: `a.yaml:${line}:1`, trialKey: `a${line}` }));
  list.add(sampleErrorRow({ suite: 'z', source: 'z.yaml:7:1', trialKey: 'z7' }));
  expect(list.list().map(({ source }) => source)).toEqual(['z.yaml:7:1', 'a.yaml:1:1', 'a.yaml:4:1']);
  expect(list.count).toBe(6);
});

test('trials of one case are ordered by target, variant and repeat', () => {
  const list = createProblemList({ ...options, max: 10 });
  list.add(sampleErrorRow({ trialKey: '1', target: 'b' }));
  list.add(sampleErrorRow({ trialKey: '2', target: 'a', repeat: 2 }));
  list.add(sampleErrorRow({ trialKey: '3', target: 'a', variant: { label: 'temp:1' } }));
  list.add(sampleErrorRow({ trialKey: '4', target: 'a' }));
  expect(list.list().map(({ target, variant, repeat }) => `${target} ${variant} ${repeat}`)).toEqual([
    'a  1',
    'a  2',
    'a temp:1 1',
    'b  1',
  ]);
});

test('none are kept when none are wanted', () => {
  const list = createProblemList({ ...options, max: 0 });
  list.add(sampleErrorRow());
  expect([list.list(), list.count]).toEqual([[], 1]);
});
