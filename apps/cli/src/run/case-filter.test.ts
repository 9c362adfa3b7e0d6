import { NOTHING_TO_SCORE, type ResultRow } from '@assay/schema';
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
    { run: 'latest', borderline: false },
  );
  expect(failed.has('s', 'c', 't', 'temp:1')).toBe(true);
  expect(failed.has('s', 'c', 't', 'temp:0')).toBe(false);
  expect(failed.has('s', 'd', 't', '')).toBe(true);
  expect(failed.anyVariant('s', 'c', 't')).toBe(true);
  expect(failed.anyVariant('s', 'c', 'other')).toBe(false);
});

test('what is open is found, what nothing scores is not, and what is borderline only on request', async () => {
  const list = (): AsyncGenerator<ResultRow> =>
    rows(
      sampleRow({ caseId: 'open', score: 0.7, verdict: null }),
      sampleRow({ caseId: 'between', score: 0.7, verdict: 'borderline' }),
      sampleErrorRow({ caseId: 'unrated', error: { code: NOTHING_TO_SCORE, message: 'nothing asks for a score' } }),
    );
  const found = async (borderline: boolean) => {
    const failed = await failedTrials(list(), { run: 'latest', borderline });
    return ['open', 'between', 'unrated'].filter((id) => failed.anyVariant('geography', id, 'mock'));
  };
  expect(await found(false)).toEqual(['open']);
  expect(await found(true)).toEqual(['open', 'between']);
});

test('a run without failures is told', async () => {
  await expect(failedTrials(rows(sampleRow({ verdict: 'pass' })), { run: 'latest', borderline: false })).rejects.toThrow('nothing failed or was unscored in run latest');
});
