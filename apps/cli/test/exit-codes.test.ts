import { existsSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError, type Reporter } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { startChatServer } from './support/chat-server.js';
import { runAssay as runAlone, startAssay, type Finished } from './support/assay.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

// What can go missing in a run, and what its exit code says then: the table of docs/exit-codes.md.

const BIN = fileURLToPath(new URL('../dist/bin/assay.js', import.meta.url));

interface Setup {
  readonly cases: number;
  /** Numbers of the cases that fail. */
  readonly failing?: readonly number[];
  readonly delayMs?: number;
  /** A dataset, which is read while it runs, or a file that is read whole. */
  readonly streamed?: boolean;
}

/** A suite in `set.jsonl` or `set.yaml` on the target `slow`. */
function project({ cases, failing = [], delayMs = 1, streamed = true }: Setup): Promise<Workspace> {
  const all = Array.from({ length: cases }, (_, number) => ({
    id: `case-${number}`,
    expected_outcome: 'says a',
    input: `${failing.includes(number) ? 'b' : 'a'} ${'.'.repeat(200)}`,
    evaluators: [{ type: 'contains', value: 'a' }],
  }));
  return createWorkspace({
    ...(streamed ? { 'set.jsonl': all.map((each) => JSON.stringify(each)).join('\n') } : { 'set.yaml': JSON.stringify({ evalcases: all }) }),
    '.assay/targets.yaml': `targets: [{name: slow, provider: mock, delay_ms: ${delayMs}}]\n`,
  });
}

/** The same on a server that keeps the reply to the last case back until it is told: whatever happens before happens while the run goes on. */
async function heldProject(cases: number): Promise<{ readonly workspace: Workspace; answerLast(): void }> {
  let answerLast = (): void => undefined;
  const told = new Promise<void>((resolve) => (answerLast = resolve));
  const server = await startChatServer(async ({ text }) => {
    if (text.includes('last')) await told;
    return 'a';
  });
  const lines = Array.from({ length: cases }, (_, number) => JSON.stringify({ id: `case-${number}`, expected_outcome: 'says a', input: number === cases - 1 ? 'last' : 'one', evaluators: [{ type: 'contains', value: 'a' }] }));
  const workspace = await createWorkspace({ 'set.jsonl': lines.join('\n'), '.assay/targets.yaml': `targets: [{name: slow, provider: openai, model: m, endpoint: '${server.url}', api_key: test}]\n` });
  return { workspace, answerLast: () => answerLast() };
}

const RUN = ['run', 'set.jsonl', '--target', 'slow', '--concurrency', '2', '--out', 'out'];

/** Runs in a shell that lets no file grow beyond these blocks of 512 bytes. */
async function withFileLimit(workspace: Workspace, blocks: number, args: readonly string[]): Promise<Finished> {
  const child = spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, BIN, ...args], {
    cwd: workspace.folder,
    env: { PATH: process.env['PATH'], HOME: workspace.folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve) => child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr })));
}

async function untilRows(workspace: Workspace, wanted: number): Promise<void> {
  const file = join(workspace.folder, 'out/results.jsonl');
  while (!existsSync(file) || (await readFile(file, 'utf8')).split('\n').length <= wanted) await sleep(10);
}

describe.skipIf(process.platform === 'win32')('rows that cannot be written any more', () => {
  test('exit 3, with the reason; the rows before are kept, the manifest says failed, and scores are marked', async () => {
    const workspace = await project({ cases: 60 });
    const { exitCode, stdout, stderr } = await withFileLimit(workspace, 40, RUN);
    const rows = await workspace.rows('out');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(60);
    expect(stderr.match(/cannot write .*results\.jsonl: the file would grow beyond the limit of the system/gu)).toHaveLength(1);
    expect(stdout).toContain('UNDECIDED  the run was stopped: cannot write');
    expect(stdout).toContain('Score so far');
    expect(exitCode).toBe(3);
    expect(await workspace.manifest('out')).toMatchObject({ status: 'failed', rows: rows.length });
  });

  test('exit 1 when a case had failed already; a threshold, which the missing rows could change, stays undecided', async () => {
    const workspace = await project({ cases: 60, failing: [0, 1] });
    expect((await withFileLimit(workspace, 40, RUN)).exitCode).toBe(1);
    await workspace.remove('out');
    const { exitCode, stdout } = await withFileLimit(workspace, 40, [...RUN, '--threshold', '1', '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'undecided', exit_code: 3, complete: false });
  });

  test('evaluate() throws what went wrong, after its reporters have the summary', async () => {
    const workspace = await project({ cases: 3 });
    const outcomes: string[] = [];
    const breaker: Reporter = {
      name: 'breaker',
      trialFinished: () => rmSync(join(workspace.folder, 'out/results.jsonl'), { force: true }),
      runFinished: ({ outcome, complete }) => void outcomes.push(`${outcome} ${complete}`),
    };
    const running = evaluate({ files: 'set.jsonl', cwd: workspace.folder, env: {}, targets: ['slow'], out: 'out', reporters: [breaker] });
    await expect(running).rejects.toThrow(StoreError);
    expect(outcomes).toEqual(['undecided false']);
  });

  test('a folder, or the file of rows alone, that is removed while the run goes on', async () => {
    for (const removed of ['out', 'out/results.jsonl']) {
      const workspace = await project({ cases: 400, delayMs: 20 });
      const finished = runAssay(RUN, { cwd: workspace.folder });
      await untilRows(workspace, 4);
      await workspace.remove(removed);
      const { exitCode, stderr } = await finished;
      expect(stderr).toContain('results.jsonl: it was removed while the run was going on');
      expect(exitCode).toBe(3);
    }
  });

  test('a folder that is moved away, with its rows', async () => {
    const workspace = await project({ cases: 400, delayMs: 20 });
    const finished = runAssay(RUN, { cwd: workspace.folder });
    await untilRows(workspace, 4);
    await rename(join(workspace.folder, 'out'), join(workspace.folder, 'moved'));
    const { exitCode, stderr } = await finished;
    expect(stderr).toContain('results.jsonl: it was moved away while the run was going on');
    expect(exitCode).toBe(3);
    expect((await workspace.rows('moved')).length).toBeGreaterThanOrEqual(4);
  });

  test('or at its very end', async () => {
    const { workspace, answerLast } = await heldProject(3);
    const finished = runAssay(RUN, { cwd: workspace.folder });
    await untilRows(workspace, 2);
    await workspace.remove('out/results.jsonl');
    answerLast();
    expect((await finished).exitCode).toBe(3);
    expect(await workspace.manifest('out')).toMatchObject({ status: 'failed' });
  });
});

describe('a manifest that cannot be written', () => {
  test('at the end: exit 3, and the rows are there', async () => {
    const { workspace, answerLast } = await heldProject(6);
    const finished = runAssay(RUN, { cwd: workspace.folder });
    await untilRows(workspace, 1);
    await workspace.remove('out/run.json');
    await mkdir(join(workspace.folder, 'out/run.json/x'), { recursive: true });
    answerLast();
    const { exitCode, stderr } = await finished;
    expect(stderr).toContain('cannot write');
    expect(exitCode).toBe(3);
    expect(await workspace.rows('out')).toHaveLength(6);
  });
});

test('a folder that holds a run already: exit 2', async () => {
  const workspace = await project({ cases: 1 });
  expect((await runAssay(RUN, { cwd: workspace.folder })).exitCode).toBe(0);
  const { exitCode, stderr } = await runAssay(RUN, { cwd: workspace.folder });
  expect(stderr).toContain('out holds a run already');
  expect(exitCode).toBe(2);
});

test('a folder that cannot be made: exit 3 before anything is sent', async () => {
  const workspace = await project({ cases: 3 });
  await workspace.write({ file: '' });
  const { exitCode, stderr } = await runAssay(['run', 'set.jsonl', '--target', 'slow', '--out', 'file/run'], { cwd: workspace.folder });
  expect(stderr).toContain('a part of the path is no folder');
  expect(exitCode).toBe(3);
});

test('a process that breaks, or waits for what never comes: exit 3, not 1, which would say that a case failed', async () => {
  const workspace = await project({ cases: 40, delayMs: 100 });
  await workspace.write({
    'broken.mjs': 'if (process.argv[2] === "run") setTimeout(() => { throw new Error("out of order"); }, 600);\n',
    'rejected.mjs': 'if (process.argv[2] === "run") setTimeout(() => { void Promise.reject(new Error("out of order")); }, 600);\n',
  });
  for (const file of ['broken.mjs', 'rejected.mjs']) {
    const { exitCode, stderr } = await runAlone(RUN.map((word) => (word === 'out' ? `out-${file}` : word)), {
      cwd: workspace.folder,
      env: { NODE_OPTIONS: `--import ${join(workspace.folder, file)}` },
    });
    expect(stderr).toContain('something went wrong inside Assay');
    expect(stderr).toContain('out of order');
    expect(exitCode).toBe(3);
  }
});

test('a process with nothing left to do that still waits says so: exit 3, and not in silence', async () => {
  const workspace = await project({ cases: 1 });
  await workspace.write({
    'stuck.mjs': "import promises from 'node:fs/promises';\nimport { syncBuiltinESMExports } from 'node:module';\nif (process.argv[2] === 'run') promises.mkdir = () => new Promise(() => {});\nsyncBuiltinESMExports();\n",
  });
  const { exitCode, stderr } = await runAlone(['run', '.', '--target', 'mock', '--out', 'stuck'], { cwd: workspace.folder, env: { NODE_OPTIONS: `--import ${join(workspace.folder, 'stuck.mjs')}` } });
  expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/error: nothing is under way any more that could end this, and it waits for something\n +fix: .*please report this/u) });
});

describe('a run that is stopped by a signal', () => {
  test.each([
    ['SIGINT', true],
    ['SIGTERM', false],
    ['SIGHUP', true],
  ] as const)('%s: exit 130, rows kept, how far it came and what was planned, scores marked', async (signal, streamed) => {
    const workspace = await project({ cases: 30, delayMs: 100, streamed });
    const run = streamed ? RUN : RUN.map((word) => word.replace('.jsonl', '.yaml'));
    const { child, finished } = startAssay(run, { cwd: workspace.folder });
    await untilRows(workspace, 3);
    child.kill(signal);
    const { exitCode, stdout } = await finished;
    const count = (await workspace.rows('out')).length;
    expect(exitCode).toBe(130);
    expect(stdout).toContain(streamed ? `INTERRUPTED  stopped after ${count} trials, more were planned` : `INTERRUPTED  stopped after ${count} of 30 trials`);
    expect(stdout).toContain('Score so far');
    expect(await workspace.manifest('out')).toMatchObject({ status: 'interrupted', rows: count });
  });

  test('--json says that the run is not complete', async () => {
    const workspace = await project({ cases: 30, delayMs: 100, streamed: false });
    const { child, finished } = startAssay([...RUN.map((word) => word.replace('.jsonl', '.yaml')), '--json'], { cwd: workspace.folder });
    await untilRows(workspace, 3);
    child.kill('SIGINT');
    expect(JSON.parse((await finished).stdout)).toMatchObject({ outcome: 'interrupted', exit_code: 130, complete: false, planned_trials: 30 });
  });
});

test('a run that comes to its end is complete, and knows its trials also when files are streamed', async () => {
  const workspace = await project({ cases: 5 });
  const { exitCode, stdout } = await runAssay([...RUN, '--json'], { cwd: workspace.folder });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ complete: true, planned_trials: 5 });
});
