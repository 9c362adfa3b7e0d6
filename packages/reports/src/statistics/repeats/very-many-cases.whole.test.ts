import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createRepeatTally } from './repeat-tally.js';

const row = (caseId: string, repeat: number, verdict: 'pass' | 'fail') => sampleRow({ caseId, repeat, target: 't', verdict, score: verdict === 'pass' ? 1 : 0 });

test('of very many flaky cases all are counted, and few are named, the same ones in whatever order rows come', () => {
  const one = row('', 1, 'pass');
  const other = row('', 2, 'fail');
  const cases = 60_000;
  const sum = (order: (index: number) => number) => {
    const tally = createRepeatTally();
    for (let index = 0; index < cases; index++) tally.add({ ...one, caseId: `case ${order(index)}` });
    for (let index = 0; index < cases; index++) tally.add({ ...other, caseId: `case ${order(index)}` });
    // A third repeat of what is flaky already counts nothing more.
    for (let index = 0; index < cases; index++) tally.add({ ...other, caseId: `case ${order(index)}` });
    return tally.summary();
  };
  const found = sum((index) => index);
  expect(found).toMatchObject({ cases, flakyCount: cases });
  expect(found?.flaky).toHaveLength(50);
  expect(sum((index) => cases - 1 - index)).toEqual(found);
});
