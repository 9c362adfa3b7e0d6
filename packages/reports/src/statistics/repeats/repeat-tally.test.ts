import { hash } from 'node:crypto';
import { sampleRow } from '@assay/schema/testing';
import { clopperPearson } from '@assay/statistics';
import { expect, test } from 'vitest';
import { createRepeatTally } from './repeat-tally.js';

const row = (caseId: string, repeat: number, verdict: 'pass' | 'fail' | null, target = 't') => sampleRow({ caseId, repeat, target, verdict, score: verdict === null ? null : verdict === 'pass' ? 1 : 0 });

function summed(rows: readonly ReturnType<typeof row>[]) {
  const tally = createRepeatTally();
  for (const one of rows) tally.add(one);
  return tally.summary();
}

test('cases that pass sometimes are listed, the least certain first, in whatever order rows come', () => {
  const rows = [
    ...[1, 2, 3, 4, 5].map((repeat) => row('rarely', repeat, repeat === 1 ? 'pass' : 'fail')),
    ...[1, 2, 3, 4, 5].map((repeat) => row('mostly', repeat, repeat > 2 ? 'pass' : 'fail')),
    ...[1, 2, 3].map((repeat) => row('always', repeat, 'pass')),
    ...[1, 2, 3].map((repeat) => row('never', repeat, 'fail')),
    row('once', 1, 'pass'),
    row('mostly', 1, 'pass', 'other'),
  ];
  const found = summed(rows);
  expect(found).toMatchObject({ cases: 4, flakyCount: 2 });
  expect(found?.flaky.map(({ caseId, passed, scored }) => `${caseId} ${passed}/${scored}`)).toEqual(['mostly 3/5', 'rarely 1/5']);
  expect(summed(rows.toReversed())).toEqual(found);
});

test('of each suite and target: how many cases passed once at least, and each time', () => {
  const found = summed([
    ...[1, 2, 3].flatMap((repeat) => [row('always', repeat, 'pass'), row('never', repeat, 'fail'), row('once', repeat, repeat === 2 ? 'pass' : 'fail')]),
    // One lost repeat, or all of them: nothing is taken for known.
    ...[1, 2, 3].flatMap((repeat) => [row('lost', repeat, repeat === 3 ? null : 'pass'), row('silent', repeat, null)]),
    ...[1, 2].map((repeat) => row('always', repeat, 'pass', 'another')),
    row('always', 1, 'pass', 'once'),
  ]);
  expect(found?.passes?.map(({ target, k, cases, incomplete, passAtK, passHatK }) => ({ target, k, cases, incomplete, passAtK, passHatK }))).toEqual([
    { target: 'another', k: 2, cases: 1, incomplete: 0, passAtK: 1, passHatK: 1 },
    { target: 't', k: 3, cases: 3, incomplete: 2, passAtK: 2 / 3, passHatK: 1 / 3 },
  ]);
  const [, { passAtKInterval, passHatKInterval } = {}] = found?.passes ?? [];
  expect(passAtKInterval).toEqual({ ...clopperPearson(2, 3), level: 0.95, clusters: 3, method: 'clopper_pearson' });
  expect(passHatKInterval).toEqual({ ...clopperPearson(1, 3), level: 0.95, clusters: 3, method: 'clopper_pearson' });
});

test('repeats without a score are none, and one repeat shows nothing', () => {
  expect(summed([row('a', 1, 'pass'), row('a', 2, null), row('b', 1, 'fail')])).toBeUndefined();
});

test('many are counted, and the first listed', () => {
  const found = summed(Array.from({ length: 5000 }, (_, index) => [row(`case ${index}`, 1, 'pass'), row(`case ${index}`, 2, 'fail')]).flat());
  expect(found).toMatchObject({ cases: 5000, flakyCount: 5000 });
  expect(found?.flaky).toHaveLength(50);
  expect(found?.flaky[0]?.caseId).toBe('case 0');
});

test('of many cases no two are taken for one', () => {
  const tally = createRepeatTally();
  const one = row('', 1, 'pass');
  // As rows of tables are named: nothing of one id is in the next.
  const cases = process.env['ASSAY_SAMPLES'] === 'all' ? 200_000 : 50_000;
  for (let index = 0; index < cases; index++) tally.add({ ...one, caseId: hash('sha1', String(index), 'hex').slice(0, 12) });
  expect(tally.summary()).toBeUndefined();
});

test('an open verdict is neither a pass nor a fail: its case is not flaky by it, and left out of both shares', () => {
  const open = sampleRow({ caseId: 'open', repeat: 3, target: 't', score: 0.5, verdict: null });
  const found = summed([...[1, 2].map((repeat) => row('open', repeat, 'pass')), open, ...[1, 2, 3].map((repeat) => row('known', repeat, 'pass'))]);
  expect(found).toMatchObject({ cases: 2, flakyCount: 0, passes: [{ cases: 1, incomplete: 1, passAtK: 1, passHatK: 1 }] });
});

test('turns of a conversation are one observation: shares of them have an interval over conversations', () => {
  const turns = (conversations: boolean) =>
    Array.from({ length: 40 }, (_, index) => [1, 2].map((repeat) => ({ ...row(`c${index}`, repeat, index < 20 ? 'pass' : 'fail'), ...(conversations ? { conversationId: `talk${Math.floor(index / 10)}` } : {}) }))).flat();
  const [apart, together] = [summed(turns(false)), summed(turns(true))].map((found) => found?.passes?.[0]);
  expect(apart).toMatchObject({ passAtK: 0.5, passAtKInterval: { method: 'clopper_pearson', clusters: 40 } });
  expect(together).toMatchObject({ passAtK: 0.5, passAtKInterval: { method: 'gaffke', clusters: 4 }, passHatKInterval: { method: 'gaffke', clusters: 4 } });
  const width = (passes: typeof together): number => (passes?.passAtKInterval?.high ?? 0) - (passes?.passAtKInterval?.low ?? 0);
  expect(width(together)).toBeGreaterThan(2 * width(apart));
});
