import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, run, startWorker } from './support/projects/queue-places.js';

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
