import { spawnSync } from 'node:child_process';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startAssay } from '../support/commands/assay.js';
import { runAssay } from '../support/commands/warm-assay.js';
import { startChatServer } from '../support/servers/chat-server.js';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { sized } from './support/full.js';
import { until } from './support/left-processes.js';

const ENDS = 120_000;
const BIN = fileURLToPath(new URL('../../dist/bin/assay.js', import.meta.url));
const SLOW_RENAME = fileURLToPath(new URL('support/slow-rename.mjs', import.meta.url));
const SUITE = 'evalcases:\n  - { id: a, input: Hi, expected_outcome: Hello, evaluators: [{ type: contains, value: Hi }] }\n';
const PLAIN = 'evalcases:\n  - { id: a, input: Hi, expected_outcome: Hello }\n';

type Signals = readonly ('SIGINT' | 'SIGTERM' | 'SIGHUP')[];
const ALL: Signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A project with files that are to be replaced. */
async function project(endpoint = 'http://127.0.0.1:9'): Promise<Workspace> {
  const made = await createWorkspace({
    'suite.yaml': SUITE,
    'plain.yaml': PLAIN,
    'old.jsonl': 'old\n',
    '.gitignore': 'mine\n',
    '.assay/targets.yaml': `targets:\n  - { name: model, provider: openai-compatible, model: m, endpoint: "${endpoint}" }\n`,
  });
  return made;
}

/** It with a run, a baseline of it and another run. */
async function projectWithRuns(): Promise<Workspace> {
  const made = await project();
  const cwd = made.folder;
  await runAssay(['run', 'suite.yaml', '--target', 'mock', '--out', 'first'], { cwd });
  await runAssay(['baseline', 'save', 'first'], { cwd });
  await made.write({ 'suite.yaml': SUITE.replace('value: Hi', 'value: nothing') });
  await runAssay(['run', 'suite.yaml', '--target', 'mock', '--out', 'second'], { cwd });
  return made;
}

/** Every file of the project with its content. */
async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.toSorted().map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const)));
}

describe.skipIf(process.platform === 'win32')('a signal while a file is written', { timeout: ENDS }, () => {
  test.each<[string, readonly string[]]>([
    ['convert', ['convert', 'suite.yaml', '--to', 'jsonl', '--out', 'old.jsonl', '--force']],
    ['baseline save', ['baseline', 'save', 'second']],
    ['generate rubrics', ['generate', 'rubrics', 'plain.yaml', '--judge', 'model']],
  ])('%s: the signal itself ends it, every file is as it was, and nothing stands beside it', async (_, args) => {
    const server = await startChatServer(() => JSON.stringify(['Says hello', 'Is polite', 'Is short'].map((description) => ({ description }))));
    const { folder } = await (args[0] === 'baseline' ? projectWithRuns() : project(server.url));
    const before = await contents(folder);
    for (const signal of sized<Signals>(['SIGINT'], ALL)) {
      const { child, finished } = startAssay(args, { cwd: folder, env: { NODE_OPTIONS: `--import ${SLOW_RENAME}` } });
      let stderr = '';
      child.stderr?.on('data', (chunk: string) => (stderr += chunk));
      expect(await until(() => stderr.includes('renaming')), stderr).toBe(true);
      child.kill(signal);
      expect(await finished).toMatchObject({ exitCode: null, signal });
      expect(await contents(folder)).toEqual(before);
    }
  });

  test.each(sized<Signals>(['SIGTERM'], ALL))('a report, %s twice: exit 130, and it holds what it held', async (signal) => {
    const { folder, read } = await project();
    const args = ['run', 'suite.yaml', '--target', 'mock', '--out', 'third', '--report', 'csv=old.jsonl'];
    const { child, finished } = startAssay(args, { cwd: folder, env: { NODE_OPTIONS: `--import ${SLOW_RENAME}` } });
    let stderr = '';
    child.stderr?.on('data', (chunk: string) => (stderr += chunk));
    expect(await until(() => stderr.includes('renaming')), stderr).toBe(true);
    child.kill(signal);
    await until(() => stderr.includes('stopping'));
    child.kill(signal);
    expect(await finished).toMatchObject({ exitCode: 130 });
    expect(await read('old.jsonl')).toBe('old\n');
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('compare and the checks of baselines write nothing, whenever they are stopped', async () => {
    const { folder } = await projectWithRuns();
    let before = await contents(folder);
    for (const args of [['compare', 'first', 'second'], ['baseline', 'check', 'second'], ['baseline', 'save', 'second']]) {
      for (const wait of sized([200], [50, 100, 150, 200, 250, 300])) {
        const { child, finished } = startAssay(args, { cwd: folder });
        setTimeout(() => child.kill('SIGTERM'), wait);
        const { signal, exitCode } = await finished;
        expect([0, 1, null]).toContain(exitCode);
        if (exitCode === null) expect(signal).toBe('SIGTERM');
        const after = await contents(folder);
        // A signal that came too late stopped nothing.
        if (args[1] === 'save' && exitCode !== null) before = after;
        else expect(after).toEqual(before);
      }
    }
  });
});

describe.skipIf(process.platform === 'win32')('a file that is replaced', { timeout: ENDS }, () => {
  const args = ['convert', 'large.yaml', '--to', 'jsonl', '--out', 'old.jsonl', '--force'];
  const large = `evalcases:\n${Array.from({ length: 300 }, (_, index) => `  - { id: a${index}, input: Hi, expected_outcome: Hello }\n`).join('')}`;

  test('holds what it held when there is room for a part of it only', async () => {
    const made = await project();
    await made.write({ 'large.yaml': large });
    const before = await contents(made.folder);
    const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -f 2; exec "$0" "$@"', process.execPath, BIN, ...args], { cwd: made.folder, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('cannot write old.jsonl: the file would grow beyond the limit of the system') });
    expect(await contents(made.folder)).toEqual(before);
  });

  test('keeps its permissions, whatever the mask', async () => {
    const made = await project();
    await made.write({ 'large.yaml': large });
    await chmod(join(made.folder, 'old.jsonl'), 0o666);
    spawnSync('sh', ['-c', 'umask 077; exec "$0" "$@"', process.execPath, BIN, ...args], { cwd: made.folder });
    expect((await stat(join(made.folder, 'old.jsonl'))).mode & 0o777).toBe(0o666);
    expect(await made.read('old.jsonl')).toContain('"a299"');
  });
});
