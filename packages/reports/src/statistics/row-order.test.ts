import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { orderRows, positionOf } from './row-order.js';

test('rows are ordered by suite, place, case, target, variant and repeat', () => {
  const compare = orderRows({ suites: ['z', 'a'], targets: ['t2', 't1'] });
  const ordered = [
    sampleRow({ suite: 'z', source: 'z.yaml:9:1' }),
    sampleRow({ suite: 'a', source: 'a.yaml:2:1', caseId: 'b' }),
    sampleRow({ suite: 'a', source: 'a.yaml:10:1', caseId: 'a' }),
    sampleRow({ suite: 'a', source: 'a.yaml:10:1', caseId: 'b', target: 't2' }),
    sampleRow({ suite: 'a', source: 'a.yaml:10:1', caseId: 'b', target: 't1', variant: { label: 'temp:0.5' } }),
    sampleRow({ suite: 'a', source: 'a.yaml:10:1', caseId: 'b', target: 't1', variant: { label: 'temp:10' } }),
    sampleRow({ suite: 'a', source: 'a.yaml:10:1', caseId: 'b', target: 't1', variant: { label: 'temp:10' }, repeat: 2 }),
    sampleRow({ suite: 'b', source: 'b.yaml:1:1' }),
  ].map(positionOf);
  expect(ordered.toReversed().sort(compare)).toEqual(ordered);
});
