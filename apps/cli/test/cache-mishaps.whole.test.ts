import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay, type Finished } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { cacheFiles, GRADE, isJudge, once, project, testSecondTries } from './support/projects/cached-project.js';

describe('only what can be used is kept', () => {
  testSecondTries([
    ['a failure', { status: 500 }],
  ]);

  test('an answer of a judge that cannot be read: the judgement of its second try is', async () => {
    const { run } = await project({ answer: once('I would rather not say.', GRADE, isJudge) });
    const first = await run('--cache', '--id', 'hello');
    const second = await run('--cache', '--id', 'hello');
    expect([first.asked.length, second.asked.length]).toEqual([3, 0]);
    expect([first.rows.get('hello/1')?.score, second.rows.get('hello/1')?.score]).toEqual([1, 1]);
  });

  test('a judge that never answers usably is asked again in the next run', async () => {
    const { run } = await project({ answer: (request) => (isJudge(request) ? 'I would rather not say.' : 'an answer') });
    expect((await run('--cache', '--id', 'hello')).asked).toHaveLength(3);
    expect((await run('--cache', '--id', 'hello')).asked.map(isJudge)).toEqual([true, true]);
  });
});

describe('whatever happens to its files, no run fails for it', () => {
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

  test.skipIf(process.platform === 'win32').each([
    ['a link to nothing', '.assay/cache', (path: string) => symlinkSync('/nonexistent/place', path)],
    ['a link that leads to itself', '.assay/cache', (path: string) => symlinkSync('cache', path)],
    ['a file in the place of one of its folders', '.assay/cache/', (path: string) => [mkdirSync(path), ...Array.from({ length: 256 }, (_, index) => writeFileSync(join(path, index.toString(16).padStart(2, '0')), ''))]],
  ])('%s is told as what it is, where it is, and not in the words of the system', async (_what, path, make) => {
    const { run, workspace } = await project();
    make(join(workspace.folder, path));
    const { exitCode, stderr, rows } = await run('--cache');
    expect([exitCode, rows.size]).toEqual([0, 2]);
    const warning = stderr.split('\n').find((line) => line.includes('nothing more is kept'));
    expect(warning).toMatch(/in the cache \.assay\/cache: \.assay\/cache(?: is a link to nothing|\/[\da-f]{2} is a file)$/u);
    expect(stderr).toMatch(/(?:a link to nothing|a file) stands where its folder belongs: move that away/u);
    expect(stderr).not.toMatch(/EEXIST|ENOTDIR|ELOOP/u);
  });

  test('a folder in the place of an entry gives way if it is empty, and is told, once, if it is not', async () => {
    const { run, workspace } = await project();
    await run('--cache');
    const files = cacheFiles(workspace);
    const replace = (...inside: readonly string[]): void =>
      files.forEach((file) => {
        rmSync(file, { recursive: true, force: true });
        mkdirSync(file);
        for (const name of inside) writeFileSync(join(file, name), '');
      });
    replace();
    const emptied = await run('--cache');
    expect([emptied.exitCode, emptied.asked.length, emptied.stderr.includes('not kept')]).toEqual([0, files.length, false]);
    expect((await run('--cache')).asked).toHaveLength(0);

    replace('notes.txt');
    for (let times = 0; times < 2; times += 1) {
      const { exitCode, asked, stderr } = await run('--cache');
      expect([exitCode, asked.length]).toEqual([0, files.length]);
      expect(stderr.match(/an entry is not kept in the cache \.assay\/cache: a folder stands in its place, \.assay\/cache\/[\da-f]{2}\/[\da-f]{62}\n +fix: .*move that folder away/gu)).toHaveLength(1);
      expect(stderr).not.toContain('nothing more is kept');
    }
    expect(existsSync(join(files[0] ?? '', 'notes.txt'))).toBe(true);
    files.forEach((file) => rmSync(file, { recursive: true }));
    await run('--cache');
    expect((await run('--cache')).asked).toHaveLength(0);
  });

  test('two processes at once ask nothing twice, whatever one left that was killed while it asked and wrote', async () => {
    const cases = Array.from({ length: 300 }, (_, index) => `  - {id: c${index}, expected_outcome: x, input: Say ${index}, evaluators: [{type: contains, value: an answer}]}\n`);
    const { run, workspace, server } = await project({ suite: `evalcases:\n${cases.join('')}` });
    const args = ['run', 'suite.yaml', '--target', 'agent', '--cache', '--concurrency', '20', '--out', 'killed'];
    const { child, finished } = startAssay(args, { cwd: workspace.folder });
    while (server.requests.length < 60) await sleep(5);
    child.kill('SIGKILL');
    await finished;
    const before = server.requests.length;
    const both = await Promise.all([run('--cache'), run('--cache')]);
    expect(both.map(({ exitCode, rows }) => [exitCode, rows.size])).toEqual([[0, 300], [0, 300]]);
    const asked = server.requests.slice(before).map(({ text }) => text);
    expect(asked.length).toBeGreaterThan(100);
    expect(new Set(asked).size).toBe(asked.length);
    const left = readdirSync(join(workspace.folder, '.assay/cache'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes('claim'))).toEqual([]);
    expect((await run('--cache')).asked).toEqual([]);
  });
});

test.each<[string, (file: string) => void]>([
  ['a folder', (file) => mkdirSync(file)],
  ['a link that leads nowhere', (file) => symlinkSync(join(file, 'nowhere'), file)],
  ['a link to itself', (file) => symlinkSync(file, file)],
  ['an old file, beside a folder that keeps it from being taken away', (file) => {
    writeFileSync(file, '');
    mkdirSync(`${file}.turn`);
    for (const path of [file, `${file}.turn`]) utimesSync(path, 1, 1);
  }],
])('what stands in the place of a claim holds nobody up: %s', async (_, put) => {
  const { run, workspace } = await project();
  await run('--cache', '--id', 'bye');
  const [entry = ''] = cacheFiles(workspace);
  rmSync(entry);
  put(`${entry}.claim`);
  const { exitCode, asked } = await run('--cache', '--id', 'bye', '--max-time', '5s');
  expect([exitCode, asked.length]).toEqual([0, 1]);
  // The reply is kept all the same.
  expect(await run('--cache', '--id', 'bye')).toMatchObject({ exitCode: 0, asked: [] });
}, 60_000);

test.runIf(process.platform !== 'win32')('a cache that can only be read holds nobody up with what a killed process left in it', async () => {
  const { run, workspace, server } = await project();
  await run('--cache', '--id', 'bye');
  const [entry = ''] = cacheFiles(workspace);
  rmSync(entry);
  writeFileSync(`${entry}.claim`, '');
  utimesSync(`${entry}.claim`, 1, 1);
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [workspace.folder, ...readdirSync(workspace.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(workspace.folder, name))]) chownSync(path, nobody, nobody);
  chmodSync(dirname(entry), 0o500);
  onTestFinished(() => chmodSync(dirname(entry), 0o700));
  const before = server.requests.length;
  const args = ['run', 'suite.yaml', '--target', 'agent', '--cache', '--id', 'bye', '--out', 'read-only', '--max-time', '5s'];
  const { exitCode, stderr } = await startAssay(args, { cwd: workspace.folder, ...(isRoot && { user: nobody }) }).finished;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('nothing more is kept in the cache .assay/cache: permission denied') });
  expect(server.requests.length - before).toBe(1);
}, 60_000);

// Who may do everything is no case of this: then somebody else is asked to.
test.runIf(process.platform !== 'win32')('a cache whose folders are not to be changed, or not to be read, is told, and counts as no empty one', async () => {
  const { run, workspace } = await project();
  await run('--cache');
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  const paths = [workspace.folder, ...readdirSync(workspace.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(workspace.folder, name))];
  if (isRoot) for (const path of paths) chownSync(path, nobody, nobody);
  const cacheFolder = join(workspace.folder, '.assay/cache');
  const shards = readdirSync(cacheFolder).flatMap((name) => (name.length === 2 ? [join(cacheFolder, name)] : []));
  const allow = (rights: number): void => shards.forEach((shard) => chmodSync(shard, rights));
  const asked = (command: string, rights: number): Promise<Finished> => {
    allow(rights);
    return startAssay(['cache', command], { cwd: workspace.folder, ...(isRoot && { user: nobody }) }).finished;
  };
  onTestFinished(() => allow(0o700));
  expect(await asked('clear', 0o500)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('cannot clear .assay/cache: permission denied') });
  expect(await asked('stats', 0o500)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 entries') });
  for (const command of ['stats', 'clear']) {
    expect(await asked(command, 0o000)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(/cannot (?:read|clear) \.assay\/cache: permission denied\n +fix: check whose folder it is/u) });
  }
});

describe('whose replies they are', () => {
  test('a cache that git tracks is refused, with the command that takes it out', async () => {
    const { run, workspace } = await project();
    await run('--cache');
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@localhost', ...args], { cwd: workspace.folder, stdio: 'pipe' });
    git('init', '-q');
    // By itself it does not come along.
    git('add', '.');
    expect(git('ls-files').toString()).not.toContain('.assay/cache');
    expect((await run('--cache')).exitCode).toBe(0);
    git('add', '-f', '.assay/cache');
    const { exitCode, stderr, asked } = await run('--cache');
    expect([exitCode, asked.length]).toEqual([2, 0]);
    expect(stderr).toContain('git tracks files of the cache in .assay/cache');
    expect(stderr).toContain('git rm -r --cached .assay/cache');
    expect((await run()).exitCode).toBe(0);
    git('rm', '-r', '-q', '--cached', '.assay/cache');
    expect((await run('--cache')).asked).toHaveLength(0);
  });

  test('so is one whose folders are links that git tracks, or that is a link into another repository', async () => {
    const { run, workspace } = await project();
    await run('--cache');
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@localhost', ...args], { cwd: workspace.folder, stdio: 'pipe' });
    const cache = join(workspace.folder, '.assay/cache');
    const data = join(workspace.folder, 'data');
    mkdirSync(data);
    const shards = readdirSync(cache).filter((name) => name.length === 2);
    for (const shard of shards) {
      renameSync(join(cache, shard), join(data, shard));
      symlinkSync(`../../data/${shard}`, join(cache, shard));
    }
    git('init', '-q');
    git('add', '-f', '.assay/cache', 'data');
    const { exitCode, stderr, asked } = await run('--cache');
    expect([exitCode, asked.length]).toEqual([2, 0]);
    expect(stderr).toContain('git tracks files of the cache in .assay/cache');

    const other = await project();
    await other.run('--cache');
    rmSync(cache, { recursive: true });
    renameSync(join(other.workspace.folder, '.assay/cache'), join(data, 'cache'));
    symlinkSync(join(data, 'cache'), join(other.workspace.folder, '.assay/cache'));
    git('add', '-f', 'data');
    const linked = await other.run('--cache');
    expect(linked).toMatchObject({ exitCode: 2, asked: [], stderr: expect.stringContaining('git tracks files of the cache in .assay/cache') });
    expect(linked.stderr).toContain('fix: replace the link .assay/cache by a folder');
  });

  test.each([
    ['is not there', { PATH: '/nowhere' }, 'git was not found'],
    ['fails', {}, 'git could not say'],
  ])('where git %s, it is told that nobody knows who made the replies', async (_what, env, reason) => {
    const { run, workspace } = await project();
    await run('--cache');
    mkdirSync(join(workspace.folder, '.git'));
    const { exitCode, stderr } = await startAssay(['run', 'suite.yaml', '--target', 'agent', '--cache'], { cwd: workspace.folder, env }).finished;
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`whether git tracks the cache .assay/cache is not known: ${reason}`)]);
  });
});
