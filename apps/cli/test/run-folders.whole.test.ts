import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const EVALS = `evalcases:
  - {id: quick, expected_outcome: says 42, input: quick, evaluators: [{type: contains, value: '42'}]}
  - {id: slow, expected_outcome: says 42, input: slow, evaluators: [{type: contains, value: '42'}]}
`;

/** A project whose run answers one case and then goes on until it is ended. */
async function project(): Promise<Workspace> {
  const server = await startChatServer(({ text }) => (text.includes('quick') ? 'the answer is 42' : { hang: true }));
  return createWorkspace({
    'evals.yaml': EVALS,
    '.assay/targets.yaml': `targets:\n  - {name: slow, provider: openai, model: m, endpoint: '${server.url}', api_key: k}\n  - {name: quick, provider: mock, reply: '42'}\n`,
  });
}

const RUN = ['run', 'evals.yaml', '--target', 'slow', '--out', 'out'];

async function rowsAt(file: string): Promise<void> {
  while (!existsSync(file) || !(await readFile(file, 'utf8')).includes('\n')) await sleep(20);
}

describe('a run folder', () => {
  test('that is being written is refused with who writes it, until that run has ended; its lock does not stay behind', async () => {
    const { folder } = await project();
    const [first, lock] = [startAssay(RUN, { cwd: folder }), join(folder, 'out/run.lock')];
    await rowsAt(join(folder, 'out/results.jsonl'));
    const second = await runAssay(RUN, { cwd: folder });
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toContain(`out is being written by process ${first.child.pid} since`);
    expect(second.stderr).toContain('--out');
    expect(existsSync(lock)).toBe(true);
    first.child.kill('SIGINT');
    expect((await first.finished).exitCode).toBe(130);
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(['results.jsonl', 'run.json', 'summary.json']);
    expect((await runAssay(RUN, { cwd: folder })).stderr).toContain('out holds a run already');
  });

  test('of a run that was killed is free: its rows can be read, and the next one says that there is a run', async () => {
    const { folder } = await project();
    const { child, finished } = startAssay(RUN, { cwd: folder });
    await rowsAt(join(folder, 'out/results.jsonl'));
    child.kill('SIGKILL');
    await finished;
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(['results.jsonl', 'run.json', 'run.lock']);
    const next = await runAssay(RUN, { cwd: folder });
    expect(next.exitCode).toBe(2);
    expect(next.stderr).toContain('out holds a run already');
    expect((await runAssay(['compare', 'out', 'out'], { cwd: folder })).stdout).toContain('out');
  });

  test('of a run that was killed before it had begun holds none: the same command runs, and nobody takes it for the latest', async () => {
    const { folder, write } = await project();
    const lock = JSON.stringify({ token: 't', host: hostname(), boot_id: 'before', pid: 1, since: '2026-01-01T00:00:00.000Z' });
    await write({ 'out/results.jsonl': '', 'out/run.lock': lock, '.assay/runs/2026-01-01T00-00-00-aaaa/results.jsonl': '' });
    expect(await runAssay(['run', '--resume', 'out'], { cwd: folder })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no run "out"') });
    expect((await runAssay(['run', '--resume'], { cwd: folder })).exitCode).toBe(2);
    const { exitCode, stderr } = await runAssay(['run', 'evals.yaml', '--target', 'quick', '--out', 'out'], { cwd: folder });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(['results.jsonl', 'run.json', 'summary.json']);
  });

  test('holds the summary that was printed, and assay list runs tells outcomes and scores', async () => {
    const { folder } = await project();
    const assay = (...args: string[]) => runAssay(args, { cwd: folder });
    const printed = await assay('run', 'evals.yaml', '--target', 'quick', '--json');
    const [id = ''] = await readdir(join(folder, '.assay/runs'));
    const run = join(folder, '.assay/runs', id);
    expect(JSON.parse(await readFile(join(run, 'summary.json'), 'utf8'))).toEqual(JSON.parse(printed.stdout));
    expect(JSON.parse(printed.stdout)).toMatchObject({ outcome: 'passed', run_id: id });
    expect((await assay('list', 'runs')).stdout).toContain(`${id}  passed, score 1.00, 2 rows: evals on quick`);
    for (const columns of ['40', '60']) {
      const { stdout } = await runAssay(['list', 'runs'], { cwd: folder, env: { COLUMNS: columns } });
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(Number(columns));
      expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(`${id} passed, score 1.00, 2 rows: evals on quick`);
    }
    expect(JSON.parse((await assay('list', 'runs', '--json')).stdout)).toMatchObject([
      { name: id, status: 'finished', rows: 2, outcome: 'passed', scores: [{ suite: 'evals', target: 'quick', score: 1 }] },
    ]);
  });
});
