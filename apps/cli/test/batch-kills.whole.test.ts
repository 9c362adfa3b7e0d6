import { setTimeout as sleep } from 'node:timers/promises';
import { startBatchServer } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { project, SUITE } from './support/projects/batch-project.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASES = `evaluators: [{type: contains, value: '42'}]
evalcases:
  - {id: one, expected_outcome: says 42, input: first question}
  - {id: two, expected_outcome: says 42, input: second question}
`;

/** A run that was killed when its requests were gathered and paid for, while somebody who has no batches took his time. */
async function killed() {
  const state = { done: false, away: false };
  const server = await startBatchServer({
    answer: () => 'it is 42',
    done: () => state.done,
    fault: ({ method, path }) => (!state.away ? undefined : method === 'POST' && path === '/v1/batches' ? { reset: 'before' } : method === 'GET' ? { status: 503 } : undefined),
  });
  onTestFinished(server.close);
  const workspace = await createWorkspace({
    'evals/a.yaml': CASES,
    'slow.sh': 'test -e go || sleep 30\necho 42\n',
    '.assay/targets.yaml': `targets:
  - {name: bot, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: sk-aaaaaaaa, max_tokens: 1000, max_retries: 0}
  - {name: slow, provider: cli, command: sh slow.sh, cwd: .}
`,
    '.assay/config.yaml': 'prices: {"openai:m": {input: 10, output: 100}}\n',
  });
  const start = (...args: readonly string[]) => startAssay(args, { cwd: workspace.folder });
  const first = start('run', 'evals', '--target', 'bot', '--target', 'slow', '--batch', '--max-tokens', '50000', '--out', 'out');
  const replies = (): Promise<string> => workspace.read('out/batches/replies.jsonl').catch(() => '');
  while ((await replies()).split('"paid"').length < 3) await sleep(20);
  first.child.kill('SIGKILL');
  await first.finished;
  await workspace.write({ go: '' });
  const resume = async () => {
    const { child, finished } = start('run', '--resume', 'out', '--json');
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const { exitCode, stdout } = await finished;
    clearTimeout(late);
    return { exitCode, costUsd: stdout === '' ? undefined : (JSON.parse(stdout) as { budgets: readonly { cost_usd: number }[] }).budgets[0]?.cost_usd };
  };
  return { server, state, resume };
}

describe.skipIf(process.platform === 'win32')('requests that were gathered by a process that was killed before it began their batch', () => {
  test('cost what they took in the batch of the next one', async () => {
    const { server, state, resume } = await killed();
    expect((await resume()).exitCode).toBe(3);
    state.done = true;
    // A thousand tokens and a hundred of each, for half of 10 and of 100 dollars a million.
    const end = await resume();
    expect([end.exitCode, end.costUsd, server.asked.length]).toEqual([0, expect.closeTo(0.02, 9), 2]);
  });

  test('are asked again when the batch of the next one does not arrive', async () => {
    const { server, state, resume } = await killed();
    state.away = true;
    expect((await resume()).exitCode).toBe(3);
    expect(server.batches).toHaveLength(0);
    Object.assign(state, { away: false, done: true });
    expect((await resume()).exitCode).toBe(3);
    expect(server.batches).toHaveLength(1);
    const end = await resume();
    expect([end.exitCode, end.costUsd, server.asked.length]).toEqual([0, expect.closeTo(0.02, 9), 2]);
  });
});

describe('a process that dies between submitting and noting it', () => {
  // The batch arrives, and the answer does not: the process waits for it until it is killed.
  test.each([
    ['openai', 'bot', '/v1/batches'],
    ['anthropic', 'kind', '/v1/messages/batches'],
  ])('finds its batch of %s again, and pays for none twice', async (_, target, path) => {
    let arrived = false;
    const { assay, server, workspace } = await project({ answer: () => 'it is 42' }, SUITE.replace('{target: bot}', `{target: ${target}}`));
    const hold = server.holdNext(path);
    const { child, finished } = startAssay(['run', 'evals/a.yaml', '--batch'], { cwd: workspace.folder });
    await hold;
    arrived = server.batches.length === 1;
    child.kill('SIGKILL');
    await finished;
    expect(arrived).toBe(true);
    expect(await assay('run', '--resume', 'latest')).toMatchObject({ exitCode: 0 });
    expect(server.batches).toHaveLength(1);
    expect(server.asked).toHaveLength(2);
  });

  test('waits for a batch that may be its own until that has ended, however long it takes', async () => {
    let lists = 0;
    const { assay, server } = await project(
      {
        answer: () => 'it is 42',
        done: () => lists > 15,
        fault: ({ method, path }) => {
          if (method === 'GET') lists += 1;
          return method === 'POST' && path === '/v1/messages/batches' ? { reset: 'after' } : undefined;
        },
      },
      SUITE.replace('{target: bot}', '{target: kind}'),
    );
    expect(await assay('run', 'evals/a.yaml', '--batch', '--max-retries', '0')).toMatchObject({ exitCode: 3 });
    expect(await assay('run', '--resume')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('in batch not found yet (perhaps one that has not ended)') });
    expect(await assay('run', '--resume', '--wait', '0.02')).toMatchObject({ exitCode: 0 });
    expect(server.batches).toHaveLength(1);
  });

  test('waits for one that has not ended also beside one that will not tell', async () => {
    let lists = 0;
    const theirs = { id: 'theirs', type: 'message_batch', processing_status: 'ended', request_counts: { processing: 0, succeeded: 2 }, archived_at: null };
    const { assay, server } = await project(
      {
        answer: () => 'it is 42',
        done: () => lists > 15,
        fault({ method, path }) {
          if (method === 'POST') return path === '/v1/messages/batches' ? { reset: 'after' } : undefined;
          if (path.includes('/theirs/')) return { status: 404, body: '{"type":"error","error":{"type":"not_found_error","message":"no results"}}' };
          if (!path.startsWith('/v1/messages/batches?') || (lists += 1) > 15) return undefined;
          const created_at = new Date().toISOString();
          const data = [{ ...theirs, created_at }, { ...theirs, id: 'ours', processing_status: 'in_progress', created_at }];
          return { status: 200, body: JSON.stringify({ data, has_more: false }) };
        },
      },
      SUITE.replace('{target: bot}', '{target: kind}'),
    );
    expect(await assay('run', 'evals/a.yaml', '--batch', '--max-retries', '0')).toMatchObject({ exitCode: 3 });
    expect(await assay('run', '--resume', '--wait', '0.02')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('as many requests are in theirs, whose results do not tell') });
    expect(server.batches).toHaveLength(1);
  });

  test('asks again for what has not arrived', async () => {
    const { assay, server, workspace } = await project({ answer: () => 'it is 42' });
    const hold = server.holdNext('/v1/files');
    const { child, finished } = startAssay(['run', 'evals/a.yaml', '--batch'], { cwd: workspace.folder });
    await hold;
    child.kill('SIGKILL');
    await finished;
    expect(await assay('run', '--resume', 'latest', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
    expect(server.batches).toHaveLength(1);
  });
});

test('a batch that a server makes after it has failed the submission is found, and is not submitted again', async () => {
  let lists = 0;
  const { assay, server } = await project({
    answer: () => 'it is 42',
    fault: ({ method, path }) => {
      if (path.split('?')[0] !== '/v1/batches') return undefined;
      if (method === 'POST') return { reset: 'after' };
      lists += 1;
      return lists === 1 ? { status: 200, body: '{"object":"list","data":[],"has_more":false}' } : undefined;
    },
  });
  expect(await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  expect([server.batches.length, lists]).toEqual([1, 2]);
});

test('Ctrl-C while waiting: exit 130, and the batch is there for --resume', async () => {
  let done = false;
  const { assay, server, workspace } = await project({ answer: () => 'it is 42', done: () => done });
  const { child, finished } = startAssay(['run', 'evals/a.yaml', '--batch', '--wait', '0.05'], { cwd: workspace.folder });
  while (server.calls.filter((call) => call === 'GET /v1/batches/batch_1').length < 2) await sleep(20);
  child.kill('SIGINT');
  expect(await finished).toMatchObject({ exitCode: 130, stderr: expect.stringContaining('--resume') });
  done = true;
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(1);
});
