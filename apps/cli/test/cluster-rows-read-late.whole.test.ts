import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, start, startWorker } from './support/projects/queue-places.js';
import { startChatServer } from './support/servers/chat-server.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
const TRIALS = 8;

/** A way to the server at a port, on which what is read of a stream comes late: what else is asked there is answered at once. @returns its port. */
async function startLateReads(port: number, lateMs: number): Promise<number> {
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let reads = false;
    near.on('data', (chunk) => {
      reads ||= chunk.toString('latin1').toLowerCase().includes('xread');
      far.write(chunk);
    });
    far.on('data', async (chunk) => {
      // Rows, and not the answer that there are none.
      if (reads && chunk.length > 100) await sleep(lateMs);
      near.write(chunk);
    });
    near.on('close', () => far.destroy()).on('error', () => undefined);
    far.on('close', () => near.destroy()).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return (proxy.address() as AddressInfo).port;
}

describe.skipIf(absent)(`a run by the workers of a queue that reads its rows late, as large ones on a busy machine${note}`, { timeout: 90_000 }, () => {
  test('has nobody asked again for what was answered', async () => {
    const server = await startChatServer(() => 'it says it');
    const project = await place(TRIALS);
    await project.write({ '.assay/targets.yaml': `targets:\n  - { name: mock, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa }\n` });
    startWorker(project);
    const { port, search } = new URL(project.queue);
    const queue = `redis://127.0.0.1:${await startLateReads(Number(port), 12_000)}/${search}`;
    const { exitCode, stderr } = await start({ ...project, queue }, ['run', 'evals']).finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(await project.rows()).toHaveLength(TRIALS);
    expect(server.requests).toHaveLength(TRIALS);
  });
});
