import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const CASES = 40;

/** A dataset on a server that answers the first cases and then keeps the rest waiting. */
async function slowProject(answered: number): Promise<Workspace> {
  const server = await startChatServer((request) => {
    const number = Number(/number (\d+)/u.exec(request.text)?.[1]);
    return number < answered ? 'the answer is 42' : { hang: true };
  });
  const lines = Array.from({ length: CASES }, (_, number) =>
    JSON.stringify({
      id: `case-${number}`,
      expected_outcome: 'says 42',
      input: `question number ${number}`,
      evaluators: [{ type: 'contains', value: '42' }],
    }),
  );
  return createWorkspace({
    'slow.jsonl': lines.join('\n'),
    '.assay/targets.yaml': `targets:\n  - {name: slow, provider: openai, model: m, endpoint: '${server.url}', api_key: k}\n`,
  });
}

async function resultsFile(folder: string): Promise<string | undefined> {
  const runs = join(folder, '.assay/runs');
  if (!existsSync(runs)) return undefined;
  const [run] = await readdir(runs);
  const file = run && join(runs, run, 'results.jsonl');
  return file && existsSync(file) ? file : undefined;
}

async function waitForRows(folder: string, wanted: number): Promise<void> {
  for (;;) {
    const file = await resultsFile(folder);
    if (file && (await readFile(file, 'utf8')).split('\n').length > wanted) return;
    await sleep(20);
  }
}

const RUN = ['run', 'slow.jsonl', '--target', 'slow', '--concurrency', '4'];

describe('a run that is ended before its time', () => {
  test('Ctrl-C: exit 130, what is finished is kept and summed up', async () => {
    const workspace = await slowProject(6);
    const { child, finished } = startAssay(RUN, { cwd: workspace.folder });
    await waitForRows(workspace.folder, 6);
    child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await finished;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('stopping');
    expect(stdout).toMatch(/slow/u);
    expect(stdout).toMatch(/interrupted/iu);
    const rows = await workspace.rows();
    expect(rows.map((row) => row.score)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await workspace.manifest()).toMatchObject({ status: 'interrupted', rows: 6 });
  });

  test('a second Ctrl-C ends at once', async () => {
    const workspace = await slowProject(1);
    const { child, finished } = startAssay(RUN, { cwd: workspace.folder });
    await waitForRows(workspace.folder, 1);
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect((await finished).exitCode).toBe(130);
  });

  test('kill -9: the run folder can be read, and says that the run did not finish', async () => {
    const workspace = await slowProject(9);
    const { child, finished } = startAssay(RUN, { cwd: workspace.folder });
    await waitForRows(workspace.folder, 9);
    child.kill('SIGKILL');
    expect((await finished).signal).toBe('SIGKILL');
    const rows = await workspace.rows();
    expect(new Set(rows.map((row) => row.caseId)).size).toBe(9);
    expect(await workspace.manifest()).toMatchObject({ status: 'running', finishedAt: null });
  });

  test('Ctrl-C ends the processes of agents too', async () => {
    const workspace = await createWorkspace({
      'x.yaml': 'evalcases:\n  - {id: one, expected_outcome: a, input: b, evaluators: [{type: contains, value: a}]}\n',
      'agent.sh': 'echo $$ > pid; sleep 1000 & echo $! > child; wait\n',
      '.assay/targets.yaml': 'targets:\n  - {name: agent, provider: cli, command: [sh, agent.sh]}\n',
    });
    const { child, finished } = startAssay(['run', 'x.yaml', '--target', 'agent'], { cwd: workspace.folder });
    while (!existsSync(join(workspace.folder, 'child'))) await sleep(20);
    await sleep(50);
    child.kill('SIGINT');
    expect((await finished).exitCode).toBe(130);
    for (const file of ['pid', 'child']) {
      const pid = (await workspace.read(file)).trim();
      expect(pid).toMatch(/^\d+$/u);
      const state = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim();
      expect(state === '' || state.startsWith('Z')).toBe(true);
    }
  });
});
