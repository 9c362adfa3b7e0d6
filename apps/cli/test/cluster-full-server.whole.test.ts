import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, start, startWorker } from './support/projects/queue-places.js';
import { untilRows } from './support/projects/resume-project.js';
import { startChatServer } from './support/servers/chat-server.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
const MOST_CLIENTS = 12;

/** A connection of this test to a server; one more than the server takes ends by itself. */
function client(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** A server that takes few clients. */
async function smallServer() {
  const redis = await startRedis(['--maxclients', String(MOST_CLIENTS)]);
  onTestFinished(() => redis.close());
  return {
    url: `${redis.url}?patience=2`,
    client: () => client(redis.port),
    /** Takes all places that are left. */
    async fill() {
      const sockets = Array.from({ length: MOST_CLIENTS }, () => client(redis.port));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      await sleep(200);
    },
  };
}

const FULL = 'ERR max number of clients reached\n';

describe.skipIf(absent)(`a queue whose server has as many clients as it takes${note}`, { timeout: 60_000 }, () => {
  test.each([['run', 'evals'], ['worker']])('tells a %s that comes so, and keeps no process', async (...args) => {
    const server = await smallServer();
    await server.fill();
    const project = { ...(await place(1)), queue: server.url };
    const { exitCode, stderr } = await start(project, args).finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(new RegExp(`lets nobody in: ${FULL} {2}fix: .*maxclients`, 'u')) as string });
  });

  test.each([
    ['listens to others', 'pubsub'],
    ['asks', 'normal'],
  ])('is lost to whoever has lost the connection on which it %s, and does not get it back', async (_what, type) => {
    const server = await smallServer();
    const model = await startChatServer(async () => sleep(300, 'it says it'));
    const project = { ...(await place(500)), queue: server.url };
    await project.write({ '.assay/targets.yaml': `targets:\n  - { name: mock, provider: openai, model: m, endpoint: '${model.url}', api_key: sk-aaaaaaaa }\n` });
    const admin = server.client();
    const worker = startWorker(project, {}, ['--concurrency', '2']);
    const running = start(project, ['run', 'evals']);
    await untilRows(project, 3);
    await server.fill();
    admin.write(`CLIENT KILL TYPE ${type} SKIPME yes\r\n`);
    await once(admin, 'data');
    await server.fill();
    for (const { exitCode, stderr } of await Promise.all([running.finished, worker.finished])) {
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
      expect(stderr).toMatch(new RegExp(`lost the connection to the queue at redis:\\S+: trying again\n[^]*did not come back in 2 s: ${FULL} {2}fix: .*maxclients`, 'u'));
      expect(stderr).not.toContain('start the server again');
    }
  });
});
