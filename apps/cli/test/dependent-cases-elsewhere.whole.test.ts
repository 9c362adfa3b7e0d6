import { redisPresence, startBatchServer, startRedis } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { outcomes, project, SUITE } from './support/projects/dependent-cases.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('in batches each goes into one that is begun when those before it have ended', async () => {
  const server = await startBatchServer({ answer: () => 'done', done: () => true });
  onTestFinished(server.close);
  const { folder: cwd, rows } = await createWorkspace({ 'evals/a.yaml': SUITE, '.assay/targets.yaml': `targets:\n  - { name: one, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: sk-of-this-test-1 }\n` });
  expect((await runAssay(['run', 'evals/a.yaml', '--target', 'one', '--batch', '--wait', '0.1'], { cwd })).exitCode).toBe(0);
  expect([outcomes(await rows()).length, server.batches.length]).toEqual([5, 4]);
});

const { absent } = redisPresence();

test.skipIf(absent)('by workers of a queue it is kept too', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  let isDown = true;
  const { folder: cwd, rows, asked } = await project((id) => (isDown && id === 'check' ? { status: 400 } : 'done'));
  const env = { ASSAY_QUEUE_SECRET: 'a-secret-of-the-queue-42' };
  const worker = startAssay(['worker', '--target', 'one', '--queue', redis.url], { cwd, env });
  onTestFinished(async () => {
    worker.child.kill('SIGTERM');
    await worker.finished;
  });
  const start = (args: readonly string[]) => startAssay([...args, '--queue', redis.url], { cwd, env }).finished;
  expect((await start(['run', 'evals/a.yaml', '--target', 'one'])).exitCode).toBe(3);
  expect(outcomes(await rows())).toEqual(['one after 1 pass', 'one aside 1 pass', expect.stringMatching(/^one check (?!1)/u), 'one make 1 pass', 'one use dependency']);
  expect(asked.indexOf('one make')).toBeLessThan(asked.indexOf('one check'));
  isDown = false;
  expect((await start(['run', '--resume', 'latest'])).exitCode).toBe(0);
});
