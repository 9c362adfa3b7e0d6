import type { ResultRow } from '@assay/schema';
import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { failedTrials } from './case-filter.js';

async function* rows(...list: readonly ResultRow[]): AsyncGenerator<ResultRow> {
  yield* list;
}

test('what failed or was not scored is found by suite, case, target and variant', async () => {
  const of = { suite: 's', caseId: 'c', target: 't' };
  const failed = await failedTrials(
    rows(
      sampleRow({ ...of, verdict: 'fail', score: 0, variant: { label: 'temp:1' } }),
      sampleRow({ ...of, verdict: 'pass', variant: { label: 'temp:0' } }),
      sampleErrorRow({ ...of, caseId: 'd' }),
    ),
    'latest',
  );
  expect(failed.has('s', 'c', 't', 'temp:1')).toBe(true);
  expect(failed.has('s', 'c', 't', 'temp:0')).toBe(false);
  expect(failed.has('s', 'd', 't', '')).toBe(true);
  expect(failed.anyVariant('s', 'c', 't')).toBe(true);
  expect(failed.anyVariant('s', 'c', 'other')).toBe(false);
});

test('a run without failures is told', async () => {
  await expect(failedTrials(rows(sampleRow({ verdict: 'pass' })), 'latest')).rejects.toThrow('nothing failed or was unscored in run latest');
});
