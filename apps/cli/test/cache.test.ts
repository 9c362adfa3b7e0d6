import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { cacheFiles, isJudge, project, SUITE, testSecondTries, usual, type Answer } from './support/projects/cached-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import { readCsv } from './support/read-csv.js';
import { createWorkspace } from './support/projects/workspace.js';

/** What must be the same of two runs of the same. What was kept says so, votes of judges too. */
function comparable({ runId: _run, assessmentKey: _salted, startedAt: _started, finishedAt: _finished, saved: _saved, ...row }: ResultRow): object {
  return JSON.parse(JSON.stringify(row), (key, value: unknown) => (key === 'cached' ? undefined : value)) as object;
}

describe('a second run', () => {
  test('sends nothing: its rows are the same and say so, and nothing of them was spent', async () => {
    const { run, workspace } = await project();
    const first = await run('--cache');
    const second = await run('--cache', '--json');
    expect([first.asked.length, second.asked.length]).toEqual([3, 0]);
    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    const byCase = (rows: ReadonlyMap<string, ResultRow>): object[] => [...rows.keys()].toSorted().map((key) => comparable(rows.get(key) as ResultRow));
    expect(byCase(second.rows)).toEqual(byCase(first.rows));
    expect(first.rows.get('hello/1')).toMatchObject({ cached: false, costUsd: 0.2, judgeCostUsd: 0.2 });
    expect(first.rows.get('hello/1')).not.toHaveProperty('saved');
    const usage = { inputTokens: 20, outputTokens: 10 };
    expect(second.rows.get('hello/1')).toMatchObject({
      cached: true,
      latencyMs: first.rows.get('hello/1')?.latencyMs,
      saved: { usage, costUsd: 0.2, judgeUsage: usage, judgeCostUsd: 0.2 },
    });
    const { groups } = JSON.parse(second.stdout) as { groups: readonly object[] };
    expect(groups).toMatchObject([{ cached: 2, cost_usd: 0, judge_cost_usd: 0, saved: { cost_usd: 0.4, judge_cost_usd: 0.2 }, usage: { input_tokens: 0 } }]);
    expect((await run('--cache')).stdout).toMatch(/^Cached +2 of 2 replies, \$0\.6000 saved$/mu);
    if (process.platform !== 'win32') {
      expect(new Set(cacheFiles(workspace).map((file) => statSync(file).mode & 0o777))).toEqual(new Set([0o600]));
      expect(statSync(join(workspace.folder, '.assay/cache')).mode & 0o777).toBe(0o700);
    }
    expect(cacheFiles(workspace).map((file) => readFileSync(file, 'utf8')).join('')).not.toContain('sk-very-secret');
  });

  test('a judgement that was kept of a reply that was not is told by reports, and by the row as a person reads it', async () => {
    const { run, workspace } = await project({ suite: SUITE.replace('input: Say hello', 'input: Say hello, execution: {cache: false}') });
    await run('--cache', '--id', 'hello');
    const { asked, stdout } = await run('--cache', '--id', 'hello', '--report', 'csv=rows.csv', '--out', 'kept');
    expect(asked.map(isJudge)).toEqual([false]);
    expect(stdout).toMatch(/^Cached +0 of 1 reply, \$0\.2000 saved$/mu);
    const [row] = readCsv((await workspace.read('rows.csv')).replace(/^\uFEFF/u, '')).flatMap((cells, at, all) => (at === 0 ? [] : [Object.fromEntries(cells.map((cell, index) => [all[0]?.[index] ?? '', cell]))]));
    expect(row).toMatchObject({ cached: 'false', cost_usd: '0.2', judge_cost_usd: '0.2', saved_cost_usd: '', saved_judge_cost_usd: '0.2' });
    expect((await runAssay(['show', 'kept', '--id', 'hello'], { cwd: workspace.folder })).stdout).toContain('$0.4000, $0.2000 of it saved');
  });

  test('asks again for what differs: a parameter of the target, another repeat, another criterion', async () => {
    const { run, workspace, server } = await project();
    await run('--cache');
    const repeated = await run('--cache', '--repeat', '2', '--id', 'bye');
    expect(repeated.asked).toHaveLength(1);
    expect([...repeated.rows.values()].map(({ repeat, cached }) => [repeat, cached]).toSorted()).toEqual([[1, true], [2, false]]);
    writeFileSync(join(workspace.folder, 'suite.yaml'), SUITE.replace('Must be polite', 'Must be short'));
    const rescored = await run('--cache');
    expect(rescored.asked.map(isJudge)).toEqual([true]);
    expect(rescored.rows.get('hello/1')).toMatchObject({ cached: true, judgeCostUsd: 0.2, saved: { costUsd: 0.2 } });
    expect(rescored.rows.get('hello/1')?.saved).not.toHaveProperty('judgeCostUsd');
    const file = join(workspace.folder, '.assay/targets.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('model: agent', 'model: agent, temperature: 0.5'));
    // The judgement stays: the reply that it is about is the same.
    expect((await run('--cache', '--id', 'hello')).asked.map(({ model }) => model)).toEqual(['agent']);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('sk-very-secret-key-1', 'sk-very-secret-key-2'));
    expect((await run('--cache', '--id', 'hello')).asked).toHaveLength(0);
    expect(server.requests.length).toBe(6);
  });
});

describe('only what can be used is kept', () => {
  testSecondTries([
    ['an empty reply', ''],
  ]);
});

test('equal requests at once are one: cases that ask the same, and judges that are shown the same', async () => {
  const cases = Array.from({ length: 6 }, (_, index) => `  - {id: c${index}, expected_outcome: x, input: Say hello, evaluators: [{type: rubric, rubrics: [Must be polite]}]}\n`);
  const answer: Answer = async (request) => {
    await sleep(100);
    return usual(request, 0);
  };
  const { run } = await project({ suite: `evalcases:\n${cases.join('')}`, answer });
  const { asked, rows } = await run('--cache');
  expect(asked.map(isJudge)).toEqual([false, true]);
  expect([...rows.values()].map(({ score }) => score)).toEqual([1, 1, 1, 1, 1, 1]);
  expect([...rows.values()].filter(({ cached }) => !cached)).toHaveLength(1);
});

describe('whatever happens to its files, no run fails for it', () => {
  test('entries that are damaged are asked for again, and repaired', async () => {
    const { run, workspace } = await project();
    await run('--cache');
    const [first = '', second = '', third = ''] = cacheFiles(workspace);
    writeFileSync(first, '');
    writeFileSync(second, readFileSync(second, 'utf8').slice(0, -5));
    writeFileSync(third, readFileSync(third, 'utf8').replace(/"costUsd":0\.2/u, '"costUsd":0.1'));
    const again = await run('--cache');
    expect([again.exitCode, again.asked.length]).toEqual([0, 3]);
    expect((await run('--cache')).asked).toHaveLength(0);
  });
});

describe('assay cache', () => {
  test('says how much is kept, and forgets it', async () => {
    const { run, workspace } = await project();
    const cache = async (...args: string[]) => JSON.parse((await runAssay(['cache', ...args, '--json'], { cwd: workspace.folder })).stdout) as Record<string, unknown>;
    expect(await cache('stats')).toEqual({ folder: '.assay/cache', entries: 0, bytes: 0, max_bytes: 512 * 2 ** 20, least_recent_use: null, most_recent_use: null });
    await run('--cache');
    const { bytes } = await cache('stats');
    expect(await cache('stats')).toMatchObject({ entries: 3, least_recent_use: expect.stringMatching(/^\d{4}-/u) });
    expect(await cache('clear')).toEqual({ folder: '.assay/cache', removed_entries: 3, freed_bytes: bytes });
    expect((await run('--cache')).asked).toHaveLength(3);
  });
});

describe('whose replies they are', () => {
  test('an untrusted project has no say in what is kept: its cache is not read, and the user has one', async () => {
    const { run, workspace, server } = await project();
    await run('--cache');
    const own = { XDG_CONFIG_HOME: join(workspace.folder, 'own'), XDG_STATE_HOME: join(workspace.folder, 'state') };
    const outside = await createWorkspace({
      'assay/targets.yaml': `targets:\n  - {name: mine, provider: openai, model: agent, endpoint: '${server.url}', api_key: sk-very-secret-key-1}\n`,
      'assay/config.yaml': 'judges: {panel: [mine]}\n',
    });
    const env = { ...own, XDG_CONFIG_HOME: outside.folder, XDG_STATE_HOME: join(outside.folder, 'state') };
    const untrusted = async () => {
      const before = server.requests.length;
      await runAssay(['run', 'suite.yaml', '--untrusted', '--target', 'mine', '--id', 'bye', '--cache'], { cwd: workspace.folder, env });
      return server.requests.length - before;
    };
    expect([await untrusted(), await untrusted()]).toEqual([1, 0]);
    expect(existsSync(join(outside.folder, 'state/assay/cache'))).toBe(true);
    const stats = await runAssay(['cache', 'stats', '--untrusted', '--json'], { cwd: workspace.folder, env });
    expect(JSON.parse(stats.stdout)).toMatchObject({ entries: 1 });
  });
});
