import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, run, start, startWorker } from './support/projects/queue-places.js';
import { startChatServer } from './support/servers/chat-server.js';
import { startHangingProxy } from './support/servers/hanging-proxy.js';
import { untilRows } from './support/projects/resume-project.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);

/** A project whose target and judge answer over HTTP, a little later. */
async function asked(count: number, settings = '') {
  const server = await startChatServer(async ({ model }) => {
    await sleep(200);
    return model === 'j' ? '{"rating": 1}' : 'it says it';
  });
  const targetOf = (name: string, model: string): string => `  - { name: ${name}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: sk-aaaaaaaa${settings} }\n`;
  const project = await place(count);
  await project.write({ '.assay/targets.yaml': `targets:\n${targetOf('mock', 'm')}${targetOf('judge', 'j')}` });
  return { project, server };
}

describe.skipIf(absent)(`a queue whose server hangs${note}`, { timeout: 90_000 }, () => {
  /** A project with a server of its own. */
  async function placeAtHangingServer(count: number, patience: number, settings?: string) {
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    const { project, server } = await asked(count, settings);
    return { redis, server, project: { ...project, queue: `${redis.url}?patience=${patience}` } };
  }

  test('is lost when it stays so, and nobody waits for one that says nothing to begin with', async () => {
    const { redis, project } = await placeAtHangingServer(200, 2);
    const worker = startWorker(project, {}, ['--concurrency', '4']);
    const running = start(project, ['run', 'evals']);
    await untilRows(project, 5);
    redis.hang();
    const began = performance.now();
    const ends = await Promise.all([running.finished, worker.finished]);
    // Six seconds until it is known, and two of patience.
    expect(performance.now() - began).toBeLessThan(25_000);
    for (const { exitCode, stderr } of ends) {
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
      expect(stderr).toMatch(/lost the connection to the queue at redis:\S+: trying again\n[^]*was lost, and did not come back in 2 s/u);
    }
    redis.goOn();
    startWorker(project, {}, ['--concurrency', '20']);
    expect(await run(project, '--resume')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('PASSED  all 200 trials passed') as string });
    redis.hang();
    const late = await start(project, ['run', 'evals', '--out', 'late']).finished;
    expect(late).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/the queue at redis:\S+ cannot be reached: it does not answer\n/u) as string });
  });

  test.each([['run', 'evals'], ['worker']])('is lost as well by a %s that has just come to it', async (...args) => {
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    const { project } = await asked(1);
    // It listens to others when it has looked at the server, and before it does anything.
    const queue = `redis://127.0.0.1:${await startHangingProxy(redis.port, 'subscribe')}?patience=2`;
    const { exitCode, stderr } = await start({ ...project, queue }, args).finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/was lost, and did not come back in 2 s/u) as string });
  });

  test('and goes on leaves each worker its share of rates meanwhile, and each trial its row', async () => {
    const { redis, project, server } = await placeAtHangingServer(90, 60, ', requests_per_minute: 240');
    for (let n = 0; n < 3; n += 1) startWorker(project, {}, ['--concurrency', '30']);
    const running = start(project, ['run', 'evals']);
    await untilRows(project, 10);
    const before = server.requests.length;
    redis.hang();
    await sleep(12_000);
    // Four a second for all of them together; as many for each would be all that they have.
    expect(server.requests.length - before).toBeLessThan(1.25 * 4 * 12);
    redis.goOn();
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/the queue at redis:\S+ is back/u) as string });
    const rows = await project.rows();
    expect([rows.length, new Set(rows.map(({ trialKey }) => trialKey)).size]).toEqual([90, 90]);
  });
});

describe.skipIf(absent)(`a run with a budget that stands still${note}`, { timeout: 90_000 }, () => {
  test('has its trials done when it goes on, as if it had not', async () => {
    const { project } = await asked(60);
    await project.write({
      'evals/says.yaml': (await project.read('evals/says.yaml')).replace('value: says it }', 'value: says it }, { type: llm_judge, prompt: says it }'),
    });
    for (let n = 0; n < 2; n += 1) startWorker(project, {}, ['--judge', 'judge', '--concurrency', '3']);
    const running = start(project, ['run', 'evals', '--judge', 'judge', '--max-tokens', '900000']);
    await untilRows(project, 5);
    running.child.kill('SIGSTOP');
    // Workers ask it for room in its budget meanwhile, for trials and for judgements, and do not wait for ever.
    await sleep(12_000);
    running.child.kill('SIGCONT');
    const { exitCode, stdout, stderr } = await running.finished;
    expect({ exitCode, stderr, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('PASSED  all 60 trials passed') as string });
    expect(await project.rows()).toHaveLength(60);
  });
});
