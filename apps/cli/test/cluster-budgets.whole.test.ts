import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis, type RedisServer } from '@assay/schema/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { ids, untilRows } from './support/projects/resume-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();
const SECRET = 'a-secret-of-the-budgets-7';
const CASES = 80;

let redis: RedisServer;
beforeAll(async () => {
  if (!absent) redis = await startRedis();
});
afterAll(() => redis?.close());

/** A project whose target and judge are paid by their tokens, with a server that adds up what it was paid for. */
async function spender() {
  const sums = { costUsd: 0, tokens: 0 };
  const server = await startChatServer(async ({ model }) => {
    const usage = { prompt_tokens: 20, completion_tokens: 20 + ((server.requests.length * 37) % 81) };
    sums.tokens += usage.prompt_tokens + usage.completion_tokens;
    sums.costUsd += (model === 'j' ? usage.prompt_tokens * 10 + usage.completion_tokens * 1000 : usage.prompt_tokens * 1000 + usage.completion_tokens * 2000) / 1e6;
    await sleep(50);
    return { raw: JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model, choices: [{ index: 0, message: { role: 'assistant', content: model === 'j' ? '{"rating": 1}' : 'it is 42' }, finish_reason: 'stop' }], usage }) };
  });
  const targetOf = (name: string, model: string): string => `  - {name: ${name}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: sk-aaaaaaaa, max_tokens: 100}\n`;
  const workspace = await createWorkspace({
    'evals/a.jsonl': ids(CASES).map((id) => `${JSON.stringify({ id, expected_outcome: 'says it', input: `question ${id}` })}\n`).join(''),
    'evals/a.yaml': 'evaluators: [{ type: contains, value: "42" }, { type: llm_judge, prompt: says it }]\n',
    // A worker that has had no reply yet takes each byte of the judge's long prompt for a token: that must not be all the money.
    '.assay/config.yaml': 'prices: { "openai:m": { input: 1000, output: 2000 }, "openai:j": { input: 10, output: 1000 } }\n',
    '.assay/targets.yaml': `targets:\n${targetOf('bot', 'm')}${targetOf('judge', 'j')}`,
  });
  return { workspace, sums, server };
}

describe.skipIf(absent)(`budgets of a run by the workers of a queue${note}`, { timeout: 60_000 }, () => {
  test('a run without limits, by the same worker, takes nothing of the budget of another one, and is not ended with it', async () => {
    const { workspace, server } = await spender();
    const queue = `${redis.url}?prefix=two`;
    const options = { cwd: workspace.folder, env: { ASSAY_QUEUE_SECRET: SECRET } };
    const worker = startAssay(['worker', '--target', 'bot', '--judge', 'judge', '--concurrency', '5', '--queue', queue], options);
    onTestFinished(async () => {
      worker.child.kill('SIGTERM');
      await worker.finished;
    });
    const start = (...args: readonly string[]) => startAssay(['run', 'evals/a.jsonl', '--target', 'bot', '--judge', 'judge', '--queue', queue, '--json', ...args], options).finished;
    const [limited, free] = await Promise.all([start('--max-cost', '8', '--out', 'limited'), start('--out', 'free')]);
    expect({ exitCode: free.exitCode, stderr: free.stderr }).toMatchObject({ exitCode: 0 });
    expect(await workspace.rows('free')).toHaveLength(CASES);
    expect(limited.exitCode).toBe(3);
    const { budgets } = JSON.parse(limited.stdout) as { readonly budgets: readonly { readonly cost_usd: number; readonly untold?: { readonly cost_usd: number } }[] };
    const [{ cost_usd: counted, untold } = { cost_usd: NaN }] = budgets;
    // Each request is of a trial of one of them: what the budget has paid for stands in the rows of its own run.
    const own = (await workspace.rows('limited')).reduce((sum, { costUsd = 0, judgeCostUsd = 0 }) => sum + costUsd + judgeCostUsd, 0);
    expect(counted - (untold?.cost_usd ?? 0)).toBeCloseTo(own, 6);
    expect(server.requests.length).toBeGreaterThan(2 * CASES);
  });

  test.each([
    ['targets', 'reader', ['--target', 'reader'], '{ type: contains, value: "42" }'],
    ['judges', 'reader', ['--target', 'mock', '--judge', 'reader'], '{ type: llm_judge, name: judged }'],
  ] as const)('of programs that are %s, by all workers together no more are run than the limit pays for', async (kind, name, asks, evaluator) => {
    const workspace = await createWorkspace({
      'evals/a.yaml': `evalcases:\n${ids(12).map((id) => `  - { id: ${id}, expected_outcome: x, input: question ${id}, evaluators: [${evaluator}] }\n`).join('')}`,
      'reply.json': JSON.stringify({ text: JSON.stringify({ score: 1, hits: [], misses: [], reasoning: '42' }), cost_usd: 0.01 }),
      'reader.sh': 'echo asked >> asked.log\nsleep 0.3\ncp reply.json "$1"\n',
      '.assay/targets.yaml': `targets:\n  - { name: ${name}, provider: cli, command: [sh, reader.sh, "{OUTPUT_FILE}"], cwd: . }\n`,
    });
    const queue = `${redis.url}?prefix=p-${kind}`;
    const options = { cwd: workspace.folder, env: { ASSAY_QUEUE_SECRET: SECRET } };
    for (let worker = 0; worker < 2; worker += 1) {
      const { child, finished } = startAssay(['worker', ...asks, '--concurrency', '6', '--queue', queue], options);
      onTestFinished(async () => {
        child.kill('SIGTERM');
        await finished;
      });
    }
    const { exitCode, stdout, stderr } = await runAssay(['run', 'evals/a.yaml', ...asks, '--max-cost', '0.02', '--queue', queue], options);
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 3, stdout: expect.stringMatching(/\$0\.0[12]00 of \$0\.0200/u) });
    // Once the first has told that it takes half of the limit, another one may go alone: which worker asks next is chance.
    expect(await workspace.read('asked.log')).toMatch(/^(?:asked\n){1,2}$/u);
  });

  test('limits of costs hold for all workers together, judges and a worker that is killed included, and the run is gone on with', async () => {
    const { workspace, sums, server } = await spender();
    const queue = `${redis.url}?prefix=b`;
    const options = { cwd: workspace.folder, env: { ASSAY_QUEUE_SECRET: SECRET } };
    const run = (...args: readonly string[]) => runAssay(['run', ...args, '--queue', queue], options);
    const startWorker = () => {
      const worker = startAssay(['worker', '--target', 'bot', '--judge', 'judge', '--concurrency', '5', '--queue', queue], options);
      onTestFinished(async () => {
        worker.child.kill('SIGTERM');
        await worker.finished;
      });
      return worker;
    };
    const [killed] = [startWorker(), startWorker()];
    const running = run('evals/a.jsonl', '--target', 'bot', '--judge', 'judge', '--max-cost', '8', '--json');
    await untilRows(workspace, 10);
    killed.child.kill('SIGKILL');
    const { exitCode, stdout, stderr } = await running;
    const summary = JSON.parse(stdout) as { readonly budgets?: readonly { readonly cost_usd: number; readonly untold?: { readonly requests: number; readonly cost_usd: number }; readonly stopped_by?: string }[]; readonly reasons: readonly string[] };
    expect({ exitCode, stderr, summary }).toMatchObject({ exitCode: 3, summary: { budgets: [{ stopped_by: 'cost' }] } });
    const [budget] = summary.budgets ?? [];
    const { cost_usd: counted = NaN, untold } = budget ?? {};
    expect(counted).toBeLessThanOrEqual(8);
    // Nothing fits any more: a reply may cost some $0.23, and its judgement as much as $0.16.
    expect(counted).toBeGreaterThan(7.6);
    // All that was paid for is counted, and what is counted besides is what the killed worker had under way: as the most that it could cost.
    expect(sums.costUsd).toBeLessThanOrEqual(counted + 1e-9);
    expect(sums.costUsd).toBeGreaterThanOrEqual(counted - (untold?.cost_usd ?? 0) - 1e-9);
    // Five requests to each of the two models at once, and as many again of which it had not told yet.
    expect(untold?.requests ?? 0).toBeLessThanOrEqual(2 * 2 * 5);
    expect(summary.reasons).toContainEqual(expect.stringMatching(/^stopped by --max-cost \$8\.00/u));
    const before = server.requests.length;
    const rows = await workspace.rows();
    const again = await run('--resume', '--max-cost', '40');
    expect({ exitCode: again.exitCode, stderr: again.stderr }).toMatchObject({ exitCode: 0 });
    expect(new Set((await workspace.rows()).map(({ trialKey }) => trialKey)).size).toBe(CASES);
    // Replies whose judge could not be paid any more are kept, and judged now: a second row of the same trial.
    const unjudged = rows.filter(({ score }) => score === null);
    for (const { error } of unjudged) expect(error).toMatchObject({ code: 'budget' });
    expect(await workspace.rows()).toHaveLength(CASES + unjudged.length);
    expect(server.requests.length - before).toBe(2 * (CASES - rows.length) + unjudged.length);
    expect(sums.costUsd).toBeLessThanOrEqual(40);
  });
});
