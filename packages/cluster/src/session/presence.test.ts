import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSigner } from '../signing/signer.js';
import { openPresence, type Member } from './presence.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A channel that all hear, on a server that may be away. */
function channel() {
  const hearers: ((message: string) => void)[] = [];
  const said: string[] = [];
  const client = {
    status: 'ready',
    /** Who is not heard any more. */
    lost: '',
    /** A server that hangs takes what is said, and passes nothing on. */
    hangs: false,
    async publish(_channel: string, message: string) {
      said.push(message);
      await Promise.resolve();
      if (!this.hangs && !message.includes(` ${client.lost} `)) for (const hear of hearers) hear(message);
    },
  };
  const join = (kind: Member['kind'], id: string) =>
    openPresence({
      self: { kind, id, name: `machine:${id}` },
      client: client as unknown as Redis,
      listen: async (_channel, hear) => void hearers.push(hear),
      channel: 'c',
      signer: createSigner('the secret of these tests'),
      now: () => Date.now(),
    });
  return { client, hearers, said, join };
}

test('who says nothing for some seconds is gone, and nobody while the server is away', async () => {
  const { client, join } = channel();
  const run = await join('run', 'r');
  await join('worker', 'w');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([...run.workers()]).toEqual([['w', 'machine:w']]);
  client.status = 'reconnecting';
  await vi.advanceTimersByTimeAsync(60_000);
  expect([run.workers().size, run.silence('w') < 2_000]).toEqual([1, true]);
  client.status = 'ready';
  client.lost = 'w';
  await vi.advanceTimersByTimeAsync(6_000);
  expect([run.workers().size, run.silence('w')]).toEqual([0, Infinity]);
});

test('nobody is gone while the server hangs, and who does not come back with it is gone some seconds later', async () => {
  const { client, join } = channel();
  const run = await join('run', 'r');
  await join('worker', 'w');
  await join('worker', 'v');
  await vi.advanceTimersByTimeAsync(2_000);
  client.hangs = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([run.workers().size, run.silence('w') < 3_000]).toEqual([2, true]);
  client.hangs = false;
  client.lost = 'w';
  await vi.advanceTimersByTimeAsync(6_000);
  expect([...run.workers().keys()]).toEqual(['v']);
});

test('an old sign of life that is put there again is none', async () => {
  const { said, hearers, join } = channel();
  const run = await join('run', 'r');
  const worker = await join('worker', 'w');
  const sign = said.find((message) => message.startsWith('worker')) ?? '';
  await worker.close();
  for (const hear of hearers) hear(sign);
  expect(run.workers().size).toBe(1);
  await vi.advanceTimersByTimeAsync(301_000);
  for (const hear of hearers) hear(sign);
  expect(run.workers().size).toBe(0);
});
