import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from '../support/commands/assay.js';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { some } from './support/full.js';
import { runAssay } from './support/run-assay.js';

const ENDS = 60_000;
const SUITE = 'evalcases:\n  - { id: a, input: Hi, expected_outcome: Hello, evaluators: [{ type: contains, value: Hi }] }\n';
const RUN = ['run', 'suite.yaml', '--target', 'mock'];
const isWindows = process.platform === 'win32';

async function project(files: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  return createWorkspace({ 'suite.yaml': SUITE, ...files });
}

/** What hides in a folder beside what belongs there. */
async function temporaries(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
}

/** A socket, until the test is over. */
async function socketAt(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

describe.skipIf(isWindows)('a run is written to a folder', { timeout: ENDS }, () => {
  test('and not to what is none: nothing is sent, nothing is left, reports keep what they held', async () => {
    const { folder, read } = await project({ file: 'mine', 'report.csv': 'old' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await socketAt(join(folder, 'socket'));
    await symlink('nowhere', join(folder, 'dangling'));
    await symlink('loop', join(folder, 'loop'));
    for (const out of some(['file', 'pipe', 'socket', '/dev/null', 'dangling'], 1, 4)) {
      const { stderr, exitCode } = await runAssay([...RUN, '--out', out, '--report', 'csv=report.csv'], { cwd: folder });
      expect({ out, stderr, exitCode }).toEqual({ out, stderr: expect.stringContaining('what stands there is no folder (EEXIST)'), exitCode: 3 });
      expect(stderr).toContain('fix: choose another folder or move away what stands there');
    }
    for (const out of some(['file/below', 'pipe/below'], 0)) {
      const { stderr, exitCode } = await runAssay([...RUN, '--out', out], { cwd: folder });
      expect({ out, stderr, exitCode }).toEqual({ out, stderr: expect.stringContaining('a part of the path is no folder'), exitCode: 3 });
    }
    for (const out of ['loop', 'loop/below']) {
      const { stderr, exitCode } = await runAssay([...RUN, '--out', out], { cwd: folder });
      expect({ out, stderr, exitCode }).toEqual({ out, stderr: expect.stringContaining(`cannot create the run folder ${join(folder, out)}: links lead round in circles (ELOOP)\n  fix: choose another folder`), exitCode: 3 });
    }
    const long = await runAssay([...RUN, '--out', 'n'.repeat(300)], { cwd: folder });
    expect(long).toMatchObject({ stderr: expect.stringContaining('the path is too long'), exitCode: 3 });
    expect(await read('file')).toBe('mine');
    expect(await read('report.csv')).toBe('old');
    expect(await temporaries(folder)).toEqual([]);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test('that may be empty, have the longest name there is, or be reached by a link', async () => {
    const { folder, rows } = await project();
    await mkdir(join(folder, 'empty'));
    await mkdir(join(folder, 'real'));
    await symlink('real', join(folder, 'link'));
    const longest = 'é'.repeat(127);
    for (const out of some(['empty', longest, 'link/below', 'link'], 1, 2)) {
      expect(await runAssay([...RUN, '--out', out], { cwd: folder })).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`Results  ${out}\n`) });
      expect(await rows(out)).toMatchObject([{ caseId: 'a', score: 1 }]);
    }
    expect(await rows('real/below')).toHaveLength(1);
  });

  test.each(some(['results.jsonl', 'run.json'], 0))('and not through a link named %s in it', async (name) => {
    const { folder } = await project();
    await mkdir(join(folder, 'out'));
    await symlink('../made', join(folder, 'out', name));
    const { stderr, exitCode } = await runAssay([...RUN, '--out', 'out'], { cwd: folder });
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining('out holds a run already'), exitCode: 2 });
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  test('whose lock is no pipe, which would keep it for ever', async () => {
    const { folder } = await project({ 'out/mine': '' });
    execFileSync('mkfifo', [join(folder, 'out', 'run.lock')]);
    const { child, finished } = startAssay([...RUN, '--out', 'out'], { cwd: folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await finished).toMatchObject({ stderr: expect.stringContaining('out/run.lock is no file\n  fix: remove it'), exitCode: 3 });
  });

  test('whose name speaks to no terminal', async () => {
    const { folder, rows } = await project();
    const out = 'a\nb\u001B[31mc\u202Ed';
    const { stdout, stderr, exitCode } = await runAssay([...RUN, '--out', out], { cwd: folder });
    expect(exitCode).toBe(0);
    // oxlint-disable-next-line no-control-regex -- those are what is looked for.
    expect(stdout + stderr).not.toMatch(/[\u001B\u202E]|a\nb/u);
    expect(await rows(out)).toHaveLength(1);
  });

  test.skipIf(process.getuid?.() !== 0)('that it may write to', async () => {
    const { folder } = await project({ 'lesser.mjs': 'process.setgroups([]);\nprocess.setgid(65534);\nprocess.setuid(65534);\n', 'report.csv': 'old' });
    await chmod(folder, 0o755);
    const env = { NODE_OPTIONS: `--import ${join(folder, 'lesser.mjs')}` };
    const commands = [
      [RUN, 3],
      [[...RUN, '--out', 'out'], 3],
      [[...RUN, '--report', 'csv=report.csv'], 2],
      [['convert', 'suite.yaml', '--to', 'jsonl', '--out', 'new.jsonl'], 2],
      [['init'], 2],
    ] as const;
    for (const [args, exitCode] of some(commands, 0, 2, 3)) {
      const { stderr, ...ended } = await runAssay(args, { cwd: folder, env });
      expect({ args, stderr, ...ended }).toMatchObject({ stderr: expect.stringMatching(/error: cannot .*permission denied.*\n {2}fix: /u), exitCode });
    }
    expect((await readdir(folder)).toSorted()).toEqual(['lesser.mjs', 'package.json', 'report.csv', 'suite.yaml']);
  });
});

describe('an empty text, as of a variable that is not set, is no place', { timeout: ENDS }, () => {
  test.each(some([
    [[...RUN, '--out', '']],
    [['run', '', '--target', 'mock']],
    [['validate', '']],
    [['score', 'suite.yaml', '--outputs', '']],
    [['compare', '', '']],
    [['baseline', 'save', '--dir', '']],
    [['baseline', 'check', '']],
    [['convert', 'suite.yaml', '--to', 'jsonl', '--out', '']],
    [['generate', 'rubrics', 'suite.yaml', '--judge', 'mock', '--out', '']],
    [['init', '']],
  ], 0, 1, 3, 5, 7))('%j', async (args) => {
    const { folder } = await project();
    const { stderr, exitCode } = await runAssay(args, { cwd: folder });
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(/'' is invalid.*It must not be empty\./u), exitCode: 2 });
    expect((await readdir(folder)).toSorted()).toEqual(['package.json', 'suite.yaml']);
  });
});

describe.skipIf(isWindows)('a file that is written has a place of its own', { timeout: ENDS }, () => {
  test('with the longest name there is', async () => {
    const { folder, read } = await project();
    const name = `${'語'.repeat(83)}.jsonl`;
    expect(Buffer.byteLength(name)).toBe(255);
    const report = `${'語'.repeat(83)}.csvs_`;
    const convert = await runAssay(['convert', 'suite.yaml', '--to', 'jsonl', '--out', name], { cwd: folder });
    expect(convert).toMatchObject({ exitCode: 0 });
    expect(await read(name)).toContain('"id":"a"');
    expect(await runAssay([...RUN, '--report', `csv=${report}`], { cwd: folder })).toMatchObject({ exitCode: 0 });
    expect(await read(report)).toContain('case_id');
  });

  test('a baseline that is a link stays one', async () => {
    const { folder, read, write } = await project();
    await runAssay([...RUN, '--out', 'first'], { cwd: folder });
    await runAssay(['baseline', 'save', 'first'], { cwd: folder });
    const names = await readdir(join(folder, 'baselines'), { recursive: true });
    const file = join(folder, 'baselines', names.find((name) => name.endsWith('.json')) ?? '');
    await rename(file, join(folder, 'shared.json'));
    await symlink(join(folder, 'shared.json'), file);
    await write({ 'suite.yaml': SUITE.replace('value: Hi', 'value: nothing') });
    await runAssay([...RUN, '--out', 'second'], { cwd: folder });
    expect(await runAssay(['baseline', 'save', 'second'], { cwd: folder })).toMatchObject({ exitCode: 0 });
    expect(await read('shared.json')).toMatch(/"score": 0\b/u);
  });
});
