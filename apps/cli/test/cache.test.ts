import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultRow } from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { GRADE, isJudge, project, SUITE, usual, type Answer } from './support/projects/cached-project.js';
import type { ChatAnswer, ChatRequest } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

/** What must be the same of two runs of the same. What was kept says so, votes of judges too. */
function comparable({ runId: _run, assessmentKey: _salted, startedAt: _started, finishedAt: _finished, saved: _saved, ...row }: ResultRow): object {
  return JSON.parse(JSON.stringify(row), (key, value: unknown) => (key === 'cached' ? undefined : value)) as object;
}

const cacheFiles = ({ folder }: Workspace): readonly string[] => {
  const root = join(folder, '.assay/cache');
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() && /^[\da-f]{62}$/u.test(one.name) ? [join(one.parentPath, one.name)] : []));
};

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

  test('asks for all without a cache, which is the default, and with --no-cache over the settings', async () => {
    const { run, workspace } = await project();
    await run();
    expect((await run()).asked).toHaveLength(3);
    expect(existsSync(join(workspace.folder, '.assay/cache'))).toBe(false);
    const other = await project({ config: 'defaults: {cache: {max_mb: 5}}\n' });
    await other.run();
    expect((await other.run()).asked).toHaveLength(0);
    expect((await other.run('--no-cache')).asked).toHaveLength(3);
    expect((await runAssay(['cache', 'stats'], { cwd: other.workspace.folder })).stdout).toMatch(/^\.assay\/cache: 3 entries, .* of at most 5\.0 MB; used from /u);
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

test('noCache of a blueprint keeps the reply out, and its judgement not', async () => {
  const { run, workspace } = await project();
  writeFileSync(join(workspace.folder, 'suite.yaml'), 'title: T\nnoCache: true\n---\n- id: hello\n  prompt: Say hello\n  should: [Must be polite]\n');
  const first = await run('--cache');
  const second = await run('--cache');
  expect(first.asked.map(isJudge)).toEqual([false, true]);
  expect(second.asked.map(isJudge)).toEqual([false]);
  expect([...second.rows.values()]).toMatchObject([{ cached: false, saved: { judgeCostUsd: 0.2 } }]);
});

test('a reply that repeats a key is not kept: a run with another key would tell it', async () => {
  let key = 1;
  const answer: Answer = (request, number) => (request.text.includes('goodbye') ? `an answer to sk-very-secret-key-${key}` : usual(request, number));
  const { run, workspace } = await project({ answer });
  await run('--cache');
  const file = join(workspace.folder, '.assay/targets.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('sk-very-secret-key-1', 'sk-very-secret-key-2'));
  key = 2;
  const second = await run('--cache');
  expect(second.asked.map(({ text }) => text.includes('goodbye'))).toEqual([true]);
  expect(cacheFiles(workspace).map((name) => readFileSync(name, 'utf8')).join('')).not.toContain('sk-very-secret');
});

describe('only what can be used is kept', () => {
  const once = (bad: ChatAnswer, good: string, when: (request: ChatRequest) => boolean): Answer => {
    let told = false;
    return (request, number) => {
      if (!when(request)) return usual(request, number);
      const answer = told ? good : bad;
      told = true;
      return answer;
    };
  };

  test.each<[string, ChatAnswer]>([
    ['a failure', { status: 500 }],
    ['an empty reply', ''],
  ])('%s that is tried again: the second try is', async (_what, bad) => {
    const { run } = await project({ answer: once(bad, 'an answer, at last', ({ text }) => text.includes('goodbye')) });
    const first = await run('--cache', '--id', 'bye');
    const second = await run('--cache', '--id', 'bye');
    expect([first.asked.length, second.asked.length]).toEqual([2, 0]);
    expect(second.rows.get('bye/1')).toMatchObject({ cached: true, score: 1, output: { text: 'an answer, at last' } });
  });

  test('an answer of a judge that cannot be read: the judgement of its second try is', async () => {
    const { run } = await project({ answer: once('I would rather not say.', GRADE, isJudge) });
    const first = await run('--cache', '--id', 'hello');
    const second = await run('--cache', '--id', 'hello');
    expect([first.asked.length, second.asked.length]).toEqual([3, 0]);
    expect([first.rows.get('hello/1')?.score, second.rows.get('hello/1')?.score]).toEqual([1, 1]);
  });
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

  test('a cache that cannot be written is a warning, once', async () => {
    const { run, workspace } = await project();
    writeFileSync(join(workspace.folder, '.assay/cache'), 'a file');
    const { exitCode, stderr, rows } = await run('--cache');
    expect([exitCode, rows.size]).toEqual([0, 2]);
    expect(stderr.match(/nothing more is kept in the cache \.assay\/cache: /gu)).toHaveLength(1);
    expect(stderr).toContain('a file stands where its folder belongs: move that away');
    for (const command of ['stats', 'clear']) {
      const asked = await runAssay(['cache', command], { cwd: workspace.folder });
      expect([asked.exitCode, asked.stdout, asked.stderr]).toEqual([2, '', expect.stringContaining('.assay/cache is a file, and the cache is a folder')]);
    }
  });
});

test('evaluate() has the same cache', async () => {
  const { workspace, server } = await project();
  const options = { files: 'suite.yaml', cwd: workspace.folder, env: {}, targets: ['agent'], cache: { max_mb: 5 } };
  const first = await evaluate(options);
  const second = await evaluate(options);
  expect(server.requests).toHaveLength(3);
  expect([first.summary.groups[0]?.cached, second.summary.groups[0]?.cached]).toEqual([undefined, 2]);
  await expect(evaluate({ ...options, cache: { max_mb: 0 } })).rejects.toThrow('cache must be true, false or { max_mb: a number of megabytes > 0 }');
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

test('vectors are kept text by text', async () => {
  const inputs: string[][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { input } = JSON.parse(text) as { input: string[] };
      inputs.push(input);
      const data = input.map((item, index) => ({ object: 'embedding', index, embedding: [item.length, 1] }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 9, total_tokens: 9 } }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const workspace = await createWorkspace({
    'suite.yaml': 'evalcases:\n  - {id: a, expected_outcome: x, input: aab, expected_output: ab, evaluators: [{type: contains, value: a}]}\n',
    '.assay/targets.yaml': `targets:\n  - {name: vectors, provider: openai, model: text-embedding-3-small, endpoint: 'http://127.0.0.1:${(server.address() as AddressInfo).port}/v1', api_key: test}\n`,
  });
  const run = async (out: string) => {
    await runAssay(['run', 'suite.yaml', '--target', 'mock', '--embeddings', 'vectors', '--cache', '--out', out], { cwd: workspace.folder });
    return (await workspace.rows(out))[0];
  };
  const [first, second] = [await run('first'), await run('second')];
  expect(inputs).toEqual([['ab', 'aab']]);
  expect(second?.metrics).toEqual(first?.metrics);
  expect(second?.judgeUsage).toEqual(first?.judgeUsage);
  expect(second).toMatchObject({ cached: false, saved: { judgeUsage: { inputTokens: 9 }, judgeCostUsd: first?.judgeCostUsd } });
});
