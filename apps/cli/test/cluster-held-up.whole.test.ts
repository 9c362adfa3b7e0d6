import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { queuePlaces, start, startWorker } from './support/projects/queue-places.js';
import { startChatServer } from './support/servers/chat-server.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
const TRIALS = 4;

describe.skipIf(absent)(`a worker of a queue that is held up again and again${note}`, { timeout: 90_000 }, () => {
  test('keeps the trials that it has: nobody else asks for them', async () => {
    const server = await startChatServer(async () => sleep(18_000, 'it says it'));
    const project = await place(TRIALS);
    await project.write({ '.assay/targets.yaml': `targets:\n  - { name: mock, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa }\n` });
    const { child } = startWorker(project, {}, ['--concurrency', String(TRIALS)]);
    const running = start(project, ['run', 'evals']);
    while (server.requests.length < TRIALS) await sleep(50);
    startWorker(project, {}, ['--concurrency', String(TRIALS)]);
    // As rows of many megabytes do, on a machine that has other things to do.
    for (const ms of [2_000, 3_500, 6_000]) {
      child.kill('SIGSTOP');
      await sleep(ms);
      child.kill('SIGCONT');
      await sleep(2_000);
    }
    expect(await running.finished).toMatchObject({ exitCode: 0 });
    expect(await project.rows()).toHaveLength(TRIALS);
    expect(server.requests).toHaveLength(TRIALS);
  });
});
