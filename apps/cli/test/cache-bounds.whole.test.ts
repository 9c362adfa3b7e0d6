import { execFileSync } from 'node:child_process';
import { lstatSync, utimesSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssay as runProcess } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { cacheFiles } from './support/projects/cached-project.js';
import { createWorkspace } from './support/projects/workspace.js';
import { startChatServer } from './support/servers/chat-server.js';

const LARGE = 400 * 1024;

test('a lower bound holds for a run that keeps nothing new, and what is too large for it goes', async () => {
  const server = await startChatServer(({ text }) => (text.includes('much') ? 'x'.repeat(LARGE) : 'x'.repeat(20 * 1024)));
  const cases = ['much', ...Array.from({ length: 40 }, (_, n) => `little ${n}`)];
  const workspace = await createWorkspace({
    'a.yaml': `evalcases:\n${cases.map((text, n) => `  - {id: c${n}, expected_outcome: x, input: ${text}, evaluators: [{type: contains, value: x}]}\n`).join('')}`,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`,
  });
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  const stats = async () => JSON.parse((await assay('cache', 'stats', '--json')).stdout) as { entries: number; bytes: number; max_bytes: number };
  const run = (name: string) => assay('run', 'a.yaml', '--target', 'bot', '--cache', '--out', name);
  expect(await run('r1')).toMatchObject({ exitCode: 0 });
  expect(await stats()).toMatchObject({ entries: 41 });
  await workspace.write({ '.assay/config.yaml': 'defaults: {cache: {max_mb: 3}}\n' });
  // All together are few enough; the large one is more than a quarter of it.
  expect((await stats()).bytes).toBeLessThan(3 * 2 ** 20);
  expect(await assay('run', 'a.yaml', '--target', 'bot', '--cache', '--out', 'r2', '--id', 'c1')).toMatchObject({ exitCode: 0 });
  expect(await stats()).toMatchObject({ entries: 40 });
  await workspace.write({ '.assay/config.yaml': 'defaults: {cache: {max_mb: 0.5}}\n' });
  expect((await assay('cache', 'stats')).stdout).toContain('; the next run with --cache removes what is too much');
  expect(await assay('run', 'a.yaml', '--target', 'bot', '--cache', '--out', 'r3', '--id', 'c1')).toMatchObject({ exitCode: 0 });
  const { bytes, max_bytes: most } = await stats();
  expect(bytes).toBeLessThanOrEqual(most);
  expect((await assay('cache', 'stats')).stdout).not.toContain('too much');
  expect(server.requests).toHaveLength(41);
});

test('no more goes than has to, also of what was used in several minutes', async () => {
  const server = await startChatServer(() => 'x'.repeat(10 * 1024));
  const cases = Array.from({ length: 41 }, (_, n) => `  - {id: c${n}, expected_outcome: x, input: question ${n}, evaluators: [{type: contains, value: x}]}\n`);
  const workspace = await createWorkspace({
    'a.yaml': `evalcases:\n${cases.join('')}`,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`,
  });
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  expect(await assay('run', 'a.yaml', '--target', 'bot', '--cache', '--limit', '40')).toMatchObject({ exitCode: 0 });
  const files = cacheFiles(workspace);
  expect(files).toHaveLength(40);
  // Half of them two hours ago, and the others a minute later.
  const longAgo = Math.floor(Date.now() / 60_000) * 60 - 7200;
  for (const [index, file] of files.entries()) utimesSync(file, longAgo + (index % 2) * 60, longAgo + (index % 2) * 60);
  const [size = 0] = files.map((file) => lstatSync(file).size);
  const most = Math.ceil((size * 25 * 1000) / 2 ** 20) / 1000;
  await workspace.write({ '.assay/config.yaml': `defaults: {cache: {max_mb: ${most}}}\n` });
  expect(await assay('run', 'a.yaml', '--target', 'bot', '--id', 'c40')).toMatchObject({ exitCode: 0 });
  // Four fifths of 25.
  expect(cacheFiles(workspace).length).toBeGreaterThanOrEqual(19);
  expect(cacheFiles(workspace).length).toBeLessThanOrEqual(20);
});

test('several runs at once keep a new cache within its bound together, though each of them alone would not fill it', async () => {
  const RUNS = 4;
  const CASES = 24;
  let asked = 0;
  let letAllGo: () => void = () => undefined;
  const allBegan = new Promise<void>((resolve) => (letAllGo = resolve));
  const server = await startChatServer(async () => {
    asked += 1;
    if (asked === RUNS) letAllGo();
    // None has kept anything before the others are under way.
    await allBegan;
    return 'x'.repeat(10 * 1024);
  });
  const suite = (run: number): string =>
    `evalcases:\n${Array.from({ length: CASES }, (_, n) => `  - {id: c${n}, expected_outcome: x, input: question ${n} of ${run}, evaluators: [{type: contains, value: x}]}\n`).join('')}`;
  const workspace = await createWorkspace({
    ...Object.fromEntries(Array.from({ length: RUNS }, (_, run) => [`s${run}.yaml`, suite(run)])),
    '.assay/config.yaml': 'defaults: {cache: {max_mb: 0.5}}\n',
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`,
  });
  const runs = Array.from({ length: RUNS }, (_, run) => runProcess(['run', `s${run}.yaml`, '--target', 'bot', '--concurrency', '1'], { cwd: workspace.folder }));
  for (const { exitCode } of await Promise.all(runs)) expect(exitCode).toBe(0);
  expect(server.requests).toHaveLength(RUNS * CASES);
  const { stdout } = await runAssay(['cache', 'stats', '--json'], { cwd: workspace.folder });
  const { bytes, max_bytes: most } = JSON.parse(stdout) as { bytes: number; max_bytes: number };
  expect(bytes).toBeLessThanOrEqual(most);
  expect(bytes).toBeGreaterThan(most / 2);
}, 60_000);

test('what lies in the place of the noted bound is replaced: no file that it leads to is written, and no pipe is waited for', async () => {
  const server = await startChatServer(() => 'x');
  const workspace = await createWorkspace({
    'a.yaml': 'evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: x}]}]\n',
    'precious.txt': 'precious\n',
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`,
  });
  const bound = join(workspace.folder, '.assay/cache/bound');
  const run = () => runProcess(['run', 'a.yaml', '--target', 'bot', '--cache'], { cwd: workspace.folder });
  expect(await run()).toMatchObject({ exitCode: 0 });
  await rm(bound);
  await symlink('../../precious.txt', bound);
  expect(await run()).toMatchObject({ exitCode: 0 });
  expect(await workspace.read('precious.txt')).toBe('precious\n');
  expect(lstatSync(bound).isFile()).toBe(true);
  if (process.platform === 'win32') return;
  await rm(bound);
  execFileSync('mkfifo', [bound]);
  expect(await run()).toMatchObject({ exitCode: 0 });
  expect(lstatSync(bound).isFile()).toBe(true);
}, 30_000);
