import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const BIN = fileURLToPath(new URL('../dist/bin/assay.js', import.meta.url));
const CASES = 30;

/** A dataset of which every third case fails. */
function project(expected = 'zero', extra: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  const lines = Array.from({ length: CASES }, (_, number) =>
    JSON.stringify({
      id: `case-${number}`,
      expected_outcome: 'says zero',
      input: number % 3 === 0 ? 'three' : 'zero',
      evaluators: [{ type: 'contains', value: expected }],
    }),
  );
  return createWorkspace({ 'set.jsonl': `${lines.join('\n')}\n`, ...extra });
}

interface Piped {
  /** Of the first command of the pipe. */
  readonly exitCode: number;
  /** What stands on the stream that is not in the pipe. */
  readonly stderr: string;
}

/** Runs `assay ARGS` in a shell with this behind it, such as `| head -1`. */
async function piped(workspace: Workspace, args: string, behind: string): Promise<Piped> {
  const script = `{ "$NODE" "$BIN" ${args} ; echo $? > code ; } ${behind}`;
  const child = spawn('sh', ['-c', script], {
    cwd: workspace.folder,
    env: { PATH: process.env['PATH'], HOME: workspace.folder, NO_COLOR: '1', NODE: process.execPath, BIN },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  await new Promise((resolve) => child.on('close', resolve));
  return { exitCode: Number(await workspace.read('code')), stderr };
}

async function expectAllKept(workspace: Workspace): Promise<void> {
  expect(await workspace.rows()).toHaveLength(CASES);
  expect(await workspace.manifest()).toMatchObject({ status: 'finished', rows: CASES });
}

const RUN = 'run set.jsonl --target mock';
/** Goes away after the first byte, while most of the run is still to come. */
const ONE_BYTE = '| head -c 1 > /dev/null';

describe('a reader that goes away', () => {
  test.each([
    ['stdout', `${RUN} --explain`, ONE_BYTE],
    ['stdout, as JSON', `${RUN} --json`, '| true'],
    ['both streams', `${RUN} --explain --verbose`, `2>&1 ${ONE_BYTE}`],
    ['stderr', `${RUN} --verbose`, `2>&1 > /dev/null ${ONE_BYTE}`],
  ])('%s: a run goes on, keeps every row, and fails with its own code', async (_what, args, behind) => {
    const workspace = await project();
    const { exitCode, stderr } = await piped(workspace, args, behind);
    expect(exitCode).toBe(1);
    expect(stderr).not.toMatch(/error|EPIPE/u);
    await expectAllKept(workspace);
  });

  test('a run that passes still passes', async () => {
    const workspace = await project('e');
    expect((await piped(workspace, `${RUN} --explain --verbose`, `2>&1 ${ONE_BYTE}`)).exitCode).toBe(0);
    await expectAllKept(workspace);
  });

  test('score keeps its code', async () => {
    const outputs = Array.from({ length: CASES }, (_, number) => JSON.stringify({ id: `case-${number}`, text: 'one' }));
    const workspace = await project('zero', { 'out.jsonl': outputs.join('\n') });
    const args = 'score set.jsonl --outputs out.jsonl --explain';
    expect((await piped(workspace, args, `2>&1 ${ONE_BYTE}`)).exitCode).toBe(1);
    await expectAllKept(workspace);
  });

  test('compare, baseline check and validate keep their codes', async () => {
    const workspace = await project();
    const cwd = { cwd: workspace.folder };
    expect((await runAssay(['run', 'set.jsonl', '--target', 'mock', '--out', 'a', '--id', 'case-1'], cwd)).exitCode).toBe(0);
    expect((await runAssay(['run', 'set.jsonl', '--target', 'mock', '--out', 'b', '--id', 'case-2'], cwd)).exitCode).toBe(0);
    expect((await piped(workspace, 'compare a b', '| true')).exitCode).toBe(4);
    expect((await runAssay(['baseline', 'save', 'a'], cwd)).exitCode).toBe(0);
    await workspace.write({ 'set.jsonl': (await workspace.read('set.jsonl')).replaceAll('"input":"zero"', '"input":"one"') });
    expect((await runAssay(['run', 'set.jsonl', '--target', 'mock', '--out', 'c', '--id', 'case-1'], cwd)).exitCode).toBe(1);
    expect((await piped(workspace, 'baseline check c --gate cases', '| true')).exitCode).toBe(1);
    await workspace.write({ 'bad.yaml': 'evalcases:\n  - {id: 1, expected_outcome: [x], input: a}\n' });
    expect((await piped(workspace, 'validate bad.yaml', '2>&1 | true')).exitCode).toBe(2);
    expect((await piped(workspace, 'run nowhere.yaml', '2>&1 | true')).exitCode).toBe(2);
  });

  test('what only prints stops at once, exit 0', async () => {
    const line = JSON.stringify({ id: 'x', expected_outcome: 'a', input: 'b'.repeat(1000) });
    const lines = Array.from({ length: 5_000 }, (_, number) => line.replace('"x"', `"${number}"`));
    // Reading on to the end would find this and exit 2.
    const workspace = await createWorkspace({ 'big.jsonl': `${lines.join('\n')}\nnot json\n` });
    expect((await runAssay(['cases', 'big.jsonl', '--json'], { cwd: workspace.folder })).exitCode).toBe(2);
    expect(await piped(workspace, 'cases big.jsonl --json', ONE_BYTE)).toEqual({ exitCode: 0, stderr: '' });
    expect(await piped(workspace, 'list', '| true')).toEqual({ exitCode: 0, stderr: '' });
  });
});

describe.skipIf(!existsSync('/dev/full'))('a stream that cannot be written', () => {
  test('a run that passed exits 3 when its results could not be printed, and says so on stderr', async () => {
    const workspace = await project('e');
    for (const args of [RUN, `${RUN} --json`, `${RUN} --explain`]) {
      const { exitCode, stderr } = await piped(workspace, `${args} --out run`, '> /dev/full');
      expect(exitCode).toBe(3);
      expect(stderr.match(/error: standard output cannot be written: ENOSPC/gu)).toHaveLength(1);
      expect(await workspace.rows('run')).toHaveLength(CASES);
      await workspace.remove('run');
    }
  });

  test('a run that failed still exits 1', async () => {
    const workspace = await project();
    expect((await piped(workspace, `${RUN} --json`, '> /dev/full')).exitCode).toBe(1);
    await expectAllKept(workspace);
  });

  test('output of commands that only print is incomplete: not exit 0', async () => {
    const workspace = await project();
    const { exitCode, stderr } = await piped(workspace, 'cases set.jsonl --json', '> /dev/full');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('standard output cannot be written');
  });

  test('a lost stderr is told on stdout, unless that is for a program, and changes nothing', async () => {
    const workspace = await project('e');
    expect((await piped(workspace, `${RUN} --out a`, '2> /dev/full > told')).exitCode).toBe(0);
    expect(await workspace.read('told')).toContain('warning: standard error cannot be written: ENOSPC');
    expect((await piped(workspace, `${RUN} --json --out b`, '2> /dev/full > json')).exitCode).toBe(0);
    expect(JSON.parse(await workspace.read('json'))).toMatchObject({ outcome: 'passed' });
  });

  test('nor do both together hide a failing run', async () => {
    const workspace = await project();
    expect((await piped(workspace, RUN, '> /dev/full 2>&1')).exitCode).toBe(1);
    await expectAllKept(workspace);
  });
});
