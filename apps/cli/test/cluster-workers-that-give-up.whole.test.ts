import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, run, startWorker } from './support/projects/queue-places.js';
import { startChatServer, type ChatAnswer } from './support/servers/chat-server.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);

describe.skipIf(absent)(`a run by the workers of a queue${note}`, { timeout: 60_000 }, () => {
  test('a worker with another secret says so and ends, and takes nothing from the others', async () => {
    const project = await place(10);
    const stranger = startWorker(project, { ASSAY_QUEUE_SECRET: 'the-secret-of-somebody-else' });
    const running = run(project, 'evals', '--target', 'mock');
    const ended = await stranger.finished;
    expect({ exitCode: ended.exitCode, stderr: ended.stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/the run on the queue at redis:\S+ signs with another secret than this worker\n.*set ASSAY_QUEUE_SECRET to the same/u) as string,
    });
    startWorker(project);
    const { exitCode, stderr } = await running;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/a worker at the queue at redis:\S+ signs with another secret than this run: set ASSAY_QUEUE_SECRET/u) as string });
    expect(await project.rows()).toHaveLength(10);
  });

  /** A project whose target is asked over HTTP. */
  async function asked(count: number, answer: () => ChatAnswer | Promise<ChatAnswer>) {
    const server = await startChatServer(answer);
    const project = await place(count);
    await project.write({ '.assay/targets.yaml': `targets: [{ name: mock, provider: openai, model: m, endpoint: '${server.url}', api_key: test, max_retries: 0 }]\n` });
    return { project, server };
  }

  test('a target that a worker has given up is asked again when it is back, by the same worker', async () => {
    let isDown = true;
    const { project, server } = await asked(40, () => (isDown ? { status: 500 } : 'it says it'));
    const worker = startWorker(project);
    const first = await run(project, 'evals', '--target', 'mock', '--out', 'run');
    expect(first.exitCode).toBe(3);
    expect(first.stderr).toMatch(/worker \S+ refuses trials: target "mock" was not asked: \d+ requests in a row failed/u);
    isDown = false;
    await sleep(2_500);
    const before = server.requests.length;
    expect(await run(project, '--resume', 'run')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('PASSED  all 40 trials passed') as string });
    expect(server.requests.length).toBe(before + 40);
    expect((await worker.drain()).exitCode).toBe(3);
  });

  test('a worker that cannot reach the target leaves the trials to those that can', async () => {
    const { project } = await asked(150, async () => {
      await sleep(100);
      return 'it says it';
    });
    const cutOff = startWorker(project, { HTTP_PROXY: 'http://127.0.0.1:9' });
    startWorker(project);
    // Both are there.
    await run(project, 'evals', '--target', 'mock', '--limit', '40', '--out', 'first');
    const { stderr } = await run(project, 'evals', '--target', 'mock', '--out', 'run');
    const rows = await project.rows('run');
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(150);
    expect(rows.filter(({ error }) => error?.code === 'unavailable')).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(120);
    expect(stderr + (await cutOff.drain()).stderr).toMatch(/target "mock" was (?:not asked|given up)/u);
  });

  test('a worker whose queue is lost says so and ends undecided', async () => {
    const server = await startRedis();
    onTestFinished(() => server.close());
    const project = { ...(await place(3)), queue: `${server.url}?prefix=lost&patience=1` };
    const worker = startWorker(project);
    expect((await run(project, 'evals', '--target', 'mock')).exitCode).toBe(0);
    await server.kill();
    const { exitCode, stderr } = await worker.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/3 rows\n[\s\S]*was lost, and did not come back in 1 s/u) as string });
  });
});
