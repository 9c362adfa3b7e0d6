import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeRow, StoreError, UsageError, type ResultRow } from '@assay/schema';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { collect, row } from '../../test/samples.js';
import { writeOutsideKeys } from '../store/outside-keys.js';
import { uniteRuns, type UnitedRun } from './unite-runs.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-unite-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const LOST = { score: null, verdict: null, status: 'error', output: null } as const;
const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

async function run(name: string, rows: readonly Partial<ResultRow>[]): Promise<UnitedRun> {
  const location = join(directory, name);
  await mkdir(location, { recursive: true });
  // Each trial is of a case of its own, unless a test says which.
  await writeFile(join(location, 'results.jsonl'), rows.map((extra) => `${JSON.stringify(encodeRow(row({ caseId: extra.trialKey ?? 'case-1', ...extra })))}\n`).join(''));
  return { location, name };
}

/** What counts, as `key run`. */
async function union(...runs: readonly UnitedRun[]): Promise<readonly string[]> {
  const united = await uniteRuns(runs);
  const rows = await collect(united.rows());
  expect(united.size).toBe(rows.length);
  return rows.map(({ trialKey, runId }) => `${trialKey} ${runId}`).toSorted();
}

describe('uniteRuns', () => {
  test('a row with a score counts before one without, whichever came first', async () => {
    const scored = { trialKey: 'one', runId: 'scored' };
    const lost = { trialKey: 'one', runId: 'lost', ...LOST };
    for (const [early, late] of [[scored, lost], [lost, scored]] as const) {
      const runs = [await run('a', [{ ...early, finishedAt: at(1) }]), await run('b', [{ ...late, finishedAt: at(2) }])];
      expect(await union(...runs)).toEqual(['one scored']);
      expect(await union(...runs.toReversed())).toEqual(['one scored']);
    }
  });

  test.each([['scored', {}], ['without a score', LOST]])('of two %s that say the same, the later one counts', async (_, extra) => {
    const early = await run('a', [{ trialKey: 'one', runId: 'early', latencyMs: 1, costUsd: 1, finishedAt: at(1), ...extra }]);
    const late = await run('b', [{ trialKey: 'one', runId: 'late', latencyMs: 2, cached: true, finishedAt: at(2), ...extra }]);
    expect(await union(early, late)).toEqual(['one late']);
    expect(await union(late, early)).toEqual(['one late']);
  });

  test('of equally late ones, that of the later run counts', async () => {
    const [a, b] = [await run('a', [{ trialKey: 'one', runId: 'a' }]), await run('b', [{ trialKey: 'one', runId: 'b' }])];
    expect(await union(a, b)).toEqual(['one b']);
  });

  const OPEN = { status: 'partial', score: 0.5, verdict: null } as const;
  const PARTIAL = { status: 'partial', score: 0.5 } as const;
  const ELSE = { text: 'five', messages: [], toolCalls: [] };

  test.each<[string, Partial<ResultRow>, Partial<ResultRow>]>([
    ['with a verdict counts before one whose verdict is open, also of another reply', { output: ELSE }, OPEN],
    ['whose verdict is open counts before one without a score', OPEN, LOST],
    ['that lost nothing of its scoring counts before one of the same reply that did', {}, PARTIAL],
  ])('a row %s, whichever came first', async (_, more, less) => {
    const [said, other] = [{ trialKey: 'one', runId: 'more', ...more }, { trialKey: 'one', runId: 'less', ...less }];
    for (const [early, late] of [[said, other], [other, said]] as const) {
      const runs = [await run('a', [{ ...early, finishedAt: at(1) }]), await run('b', [{ ...late, finishedAt: at(2) }])];
      expect(await union(...runs)).toEqual(['one more']);
      expect(await union(...runs.toReversed())).toEqual(['one more']);
    }
  });

  test('of two whose verdicts are open, with one score, the later one counts, whatever was replied', async () => {
    const early = await run('a', [{ trialKey: 'one', runId: 'early', finishedAt: at(1), ...OPEN }]);
    const late = await run('b', [{ trialKey: 'one', runId: 'late', finishedAt: at(2), ...OPEN, output: ELSE }]);
    expect(await union(early, late)).toEqual(['one late']);
    expect(await union(late, early)).toEqual(['one late']);
  });

  test('two whose verdicts are open are refused when their scores differ', async () => {
    const open = await run('a', [{ trialKey: 'one', ...OPEN }]);
    const other = await run('b', [{ trialKey: 'one', ...OPEN, score: 0.25 }]);
    await expect(union(open, other)).rejects.toThrow('has different scored results in a and b');
  });

  const inEachOrder = <T>([a, b, c]: readonly [T, T, T]): readonly (readonly T[])[] => [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];

  test.each<[string, readonly [Partial<ResultRow>, Partial<ResultRow>, Partial<ResultRow>]]>([
    ['whose verdicts are open', [OPEN, { ...OPEN, score: 0.25 }, {}]],
    ['whose verdicts are open, of other replies,', [OPEN, { ...OPEN, score: 0.25, output: ELSE }, {}]],
    ['of one reply that lost a part of their scoring', [PARTIAL, { ...PARTIAL, score: 0.25 }, {}]],
  ])('two rows %s and whose scores differ do no harm where a third one counts before both, whatever comes first', async (_, rows) => {
    const runs = await Promise.all(rows.map((one, index) => run(`r${index}`, [{ trialKey: 'one', runId: index === 2 ? 'whole' : 'less', finishedAt: at(index), ...one }])));
    for (const order of inEachOrder(runs as [UnitedRun, UnitedRun, UnitedRun])) expect(await union(...order)).toEqual(['one whole']);
  });

  test.each<[string, readonly [Partial<ResultRow>, Partial<ResultRow>, Partial<ResultRow>]]>([
    ['two rows with verdicts, and one whose verdict is open', [OPEN, {}, { score: 0.5 }]],
    ['a row that lost a part of its scoring, and whole ones of its reply and of another', [PARTIAL, {}, { output: ELSE }]],
    ['two rows that lost a part of the scoring of two replies, and a whole one of the one', [PARTIAL, { ...PARTIAL, output: ELSE }, {}]],
    ['three rows whose verdicts are open', [OPEN, { ...OPEN, score: 0.25 }, OPEN]],
  ])('%s are refused, whatever comes first', async (_, rows) => {
    const runs = await Promise.all(rows.map((one, index) => run(`r${index}`, [{ trialKey: 'one', finishedAt: at(index), ...one }])));
    for (const order of inEachOrder(runs as [UnitedRun, UnitedRun, UnitedRun])) await expect(union(...order)).rejects.toThrow('has different scored results in r');
  });

  test.each<[string, Partial<ResultRow>]>([
    ['reply, of which one has lost a part of its scoring,', { ...PARTIAL, output: ELSE }],
    ['score', { score: 0.5 }],
    ['verdict', { verdict: 'fail' }],
    ['reply', { output: { text: 'five', messages: [], toolCalls: [] } }],
    ['way of scoring', { scoringKey: 'f'.repeat(32) }],
  ])('two scored rows with another %s are refused, with the case and both runs', async (_, extra) => {
    const [a, b] = [await run('first', [{ trialKey: 'one', caseId: 'sum' }]), await run('second', [{ trialKey: 'one', caseId: 'sum', ...extra }])];
    const error = await failureOf(uniteRuns([a, b]));
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(/case "sum" .* in first and second$/u);
  });

  test.each([['scored', {}], ['without a score', LOST]])('rows of a case that was asked otherwise are refused, with the case and both runs, also one %s', async (_, extra) => {
    const [a, b] = [await run('first', [{ trialKey: 'one', caseId: 'sum' }]), await run('second', [{ trialKey: 'two', caseId: 'sum', repeat: 1, ...extra }])];
    const error = await failureOf(uniteRuns([a, b]));
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(/^case "sum" of suite "math" on mock was asked otherwise in first than in second: /u);
  });

  test.each<[string, Partial<ResultRow>]>([
    ['suite', { suite: 'other' }],
    ['path of the suite', { suitePath: 'other/math.yaml' }],
    ['case', { caseId: 'product' }],
    ['target', { target: 'twin' }],
    ['variant', { variant: { label: 'temp:0.5' } }],
    ['repeat', { repeat: 2 }],
  ])('trials of another %s are others', async (_, extra) => {
    const [a, b] = [await run('a', [{ trialKey: 'one', caseId: 'sum', runId: 'a' }]), await run('b', [{ trialKey: 'two', caseId: 'sum', runId: 'b', ...extra }])];
    expect(await union(a, b)).toEqual(['one a', 'two b']);
  });

  test('every trial counts once, by its last row within a run; a torn line and what is appended later are left out', async () => {
    const a = await run('a', [{ trialKey: 'one', runId: 'old', ...LOST }, { trialKey: 'two', runId: 'a' }, { trialKey: 'one', runId: 'a' }]);
    const b = await run('b', [{ trialKey: 'three', runId: 'b' }]);
    await appendFile(join(b.location, 'results.jsonl'), '{"schema_version":1,"tri');
    const torn: number[] = [];
    const united = await uniteRuns([a, b], { onTornLine: ({ line }) => torn.push(line) });
    expect(torn).toEqual([2]);
    expect(united.sizes).toEqual([2, 1]);
    await appendFile(join(a.location, 'results.jsonl'), `${JSON.stringify(encodeRow(row({ trialKey: 'one', runId: 'later' })))}\n`);
    const rows = await collect(united.rows());
    expect(rows.map(({ trialKey, runId }) => `${trialKey} ${runId}`)).toEqual(['two a', 'one a', 'three b']);
  });

  test('rows of trials that a run has no more do not count', async () => {
    const a = await run('a', [{ trialKey: 'one' }, { trialKey: 'gone' }]);
    await writeOutsideKeys(a.location, ['gone']);
    const united = await uniteRuns([a, await run('b', [{ trialKey: 'two' }])]);
    expect([united.size, united.sizes]).toEqual([2, [1, 1]]);
    expect((await collect(united.rows())).map(({ trialKey }) => trialKey)).toEqual(['one', 'two']);
  });

  test('many trials of many runs', async () => {
    const keys = Array.from({ length: 500 }, (_, index) => String(index));
    const runs = await Promise.all([0, 1, 2, 3].map((part) => run(`run-${part}`, keys.filter((_, index) => index % 4 === part || index < 8).map((trialKey) => ({ trialKey, runId: `run-${part}` })))));
    const united = await union(...runs);
    expect(united).toHaveLength(500);
    expect(united).toContain('3 run-3');
    expect(united).toContain('9 run-1');
  });

  test('a line that is no row is told with its place', async () => {
    const a = await run('a', [{ trialKey: 'one' }]);
    await appendFile(join(a.location, 'results.jsonl'), 'x\n');
    const error = await failureOf(uniteRuns([a]));
    expect(error).toBeInstanceOf(StoreError);
    expect((error as StoreError).location).toMatchObject({ line: 2 });
  });
});
