import { NOTHING_TO_SCORE, type ResultRow, type Suite } from '@assay/schema';
import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { failedTrials } from './failed-trials.js';

async function* rows(...list: readonly ResultRow[]): AsyncGenerator<ResultRow> {
  yield* list;
}

function suiteAt(path: string): Suite {
  return {
    name: 's',
    path,
    dialect: 'eval-case',
    file: `/p/${path}`,
    description: '',
    execution: {},
    targets: [],
    size: 0,
    async *cases() {},
  };
}

test('what failed or was not scored is found by suite, case, target and variant', async () => {
  const of = { suite: 's', suitePath: 's.yaml', caseId: 'c', target: 't' };
  const failed = await failedTrials(
    rows(
      sampleRow({ ...of, verdict: 'fail', score: 0, variant: { label: 'temp:1' } }),
      sampleRow({ ...of, verdict: 'pass', variant: { label: 'temp:0' } }),
      sampleErrorRow({ ...of, caseId: 'd' }),
    ),
    { run: 'latest', borderline: false, suites: [] },
  );
  const s = suiteAt('s.yaml');
  expect(failed.has(s, 'c', 't', 'temp:1')).toBe(true);
  expect(failed.has(s, 'c', 't', 'temp:0')).toBe(false);
  expect(failed.has(s, 'd', 't', '')).toBe(true);
  expect(failed.has(s, 'c', 'other', 'temp:1')).toBe(false);
});

test('what is open is found, what nothing scores is not, and what is borderline only on request', async () => {
  const list = (): AsyncGenerator<ResultRow> =>
    rows(
      sampleRow({ caseId: 'open', score: 0.7, verdict: null }),
      sampleRow({ caseId: 'between', score: 0.7, verdict: 'borderline' }),
      sampleErrorRow({ caseId: 'unrated', error: { code: NOTHING_TO_SCORE, message: 'nothing asks for a score' } }),
    );
  const found = async (borderline: boolean) => {
    const failed = await failedTrials(list(), { run: 'latest', borderline, suites: [] });
    return ['open', 'between', 'unrated'].filter((id) => failed.has({ ...suiteAt('evals/geography.yaml'), name: 'geography' }, id, 'mock', ''));
  };
  expect(await found(false)).toEqual(['open']);
  expect(await found(true)).toEqual(['open', 'between']);
});

test('a run without failures is told', async () => {
  await expect(failedTrials(rows(sampleRow({ verdict: 'pass' })), { run: 'latest', borderline: false, suites: [] })).rejects.toThrow('nothing failed or was unscored in run latest');
});

describe('suites of one name', () => {
  const failedAt = (...paths: string[]) =>
    rows(...paths.map((suitePath) => sampleRow({ suite: 's', suitePath, caseId: 'c', target: 't', verdict: 'fail', score: 0 })));
  const has = async (failed: readonly string[], now: readonly string[]) => {
    const suites = now.map(suiteAt);
    const found = await failedTrials(failedAt(...failed), { run: 'latest', borderline: false, suites });
    return suites.filter((suite) => found.has(suite, 'c', 't', '')).map(({ path }) => path);
  };

  test('are told apart by their paths', async () => {
    expect(await has(['a/s.yaml'], ['a/s.yaml', 'b/s.yaml'])).toEqual(['a/s.yaml']);
    expect(await has(['a/s.yaml', 'b/s.yaml'], ['b/s.yaml'])).toEqual(['b/s.yaml']);
  });

  test('a file that was moved is the same suite while no other has its name', async () => {
    expect(await has(['old/s.yaml'], ['new/s.yaml'])).toEqual(['new/s.yaml']);
    expect(await has(['old/s.yaml', 'b/s.yaml'], ['new/s.yaml'])).toEqual([]);
    expect(await has(['old/s.yaml'], ['new/s.yaml', 'b/s.yaml'])).toEqual([]);
  });
});
