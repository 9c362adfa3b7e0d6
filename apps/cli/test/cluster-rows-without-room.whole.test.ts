import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, start, startWorker } from './support/projects/queue-places.js';
import { startChatServer } from './support/servers/chat-server.js';
import { redisCommand } from './support/servers/redis-command.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
const REPLY = `${'x'.repeat(1_000_000)} says it`;

/** Trials whose rows have a megabyte each, at a server with less memory. Larger ones would keep a worker on a busy machine silent for so long that it counts as gone. */
async function largeRows(count: number, { memory, patience }: { readonly memory: string; readonly patience: number }) {
  const redis = await startRedis(['--maxmemory', memory]);
  onTestFinished(() => redis.close());
  const model = await startChatServer(() => REPLY);
  const project = { ...(await place(count)), queue: `${redis.url}?patience=${patience}` };
  await project.write({ '.assay/targets.yaml': `targets:\n  - { name: mock, provider: openai, model: m, endpoint: '${model.url}', api_key: sk-aaaaaaaa }\n` });
  const worker = startWorker(project, {}, ['--concurrency', String(count)]);
  const command = (...words: readonly string[]) => redisCommand(redis.port, ...words);
  return { project, worker, model, running: start(project, ['run', 'evals']), command };
}

const refusals = (stderr: string): number => stderr.match(/takes no rows: OOM/gu)?.length ?? 0;

describe.skipIf(absent)(`rows for which the server of a queue has no room${note}`, { timeout: 120_000 }, () => {
  test('go there one after the other, and no target is asked twice', async () => {
    const { project, worker, model, running } = await largeRows(8, { memory: '8mb', patience: 60 });
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect((await project.rows()).filter(({ output }) => output?.text === REPLY)).toHaveLength(8);
    expect(model.requests).toHaveLength(8);
    const told = await worker.drain();
    expect(told.exitCode).toBe(0);
    expect(refusals(told.stderr)).toBeLessThanOrEqual(2);
  });

  test('end their worker after patience where there is never any, though the server takes other things', async () => {
    const { model, worker, running } = await largeRows(1, { memory: '2700kb', patience: 4 });
    const { exitCode, stderr } = await worker.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/takes no rows: OOM [^\n]*\n {2}fix: its memory is full: give it more \(maxmemory\)/u) as string });
    expect(refusals(stderr)).toBe(2);
    expect(model.requests).toHaveLength(1);
    running.child.kill('SIGINT');
    expect((await running.finished).exitCode).toBe(130);
  });

  test('are not asked for by another worker that gets their job, when the server has forgotten who holds it', async () => {
    const { project, model, worker, running, command } = await largeRows(1, { memory: '2700kb', patience: 60 });
    // One of the two gets the job.
    const another = startWorker(project);
    let told = '';
    for (const { child } of [worker, another]) child.stderr?.on('data', (text: string) => (told += text));
    await expect.poll(() => told, { timeout: 60_000 }).toContain('takes no rows');
    // The run and both workers are there.
    await expect.poll(() => command('pubsub', 'numsub', 'assay:presence'), { timeout: 30_000 }).toContain(':3\r\n');
    // It takes nothing until it has forgotten who holds the job, and then all but the row, for longer than a run takes to notice that a job is gone.
    await command('config', 'set', 'maxmemory', '1');
    await sleep(8_000);
    await command('config', 'set', 'maxmemory', '2700kb');
    await sleep(16_000);
    await command('config', 'set', 'maxmemory', '0');
    expect((await running.finished).exitCode).toBe(0);
    expect(model.requests).toHaveLength(1);
    expect(await project.rows()).toHaveLength(1);
    // What the other one was given is taken off the queue.
    expect(await command('keys', '*:jobs:*_*')).toBe('*0\r\n');
  });

  test('are kept by their worker, which does not do their trials again meanwhile', async () => {
    const { project, model, worker, running, command } = await largeRows(1, { memory: '2700kb', patience: 60 });
    await expect.poll(() => model.requests.length, { timeout: 30_000 }).toBe(1);
    // For longer than a run takes to notice that a job is gone.
    await sleep(16_000);
    await command('config', 'set', 'maxmemory', '0');
    expect((await running.finished).exitCode).toBe(0);
    expect(model.requests).toHaveLength(1);
    expect(await project.rows()).toHaveLength(1);
    expect(refusals((await worker.drain()).stderr)).toBe(1);
  });
});
