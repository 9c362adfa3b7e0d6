import { once } from 'node:events';
import { createServer, connect as connectTo, type AddressInfo } from 'node:net';
import { redisPresence, startRedis, type RedisServer } from '@assay/schema/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readQueueAddress } from '../address/queue-address.js';
import { connect } from './connect.js';

const { absent, note } = redisPresence();
let redis: RedisServer;
beforeAll(async () => {
  if (!absent) redis = await startRedis();
});
afterAll(() => redis?.close());

async function connected(url: string): Promise<Redis> {
  const client = await connect(readQueueAddress(url, {}));
  onTestFinished(() => client.disconnect());
  return client;
}

/** A server that says of itself what is made of what it says. @returns its address. */
async function saying(change: (info: string) => string): Promise<string> {
  const server = createServer((near) => {
    const far = connectTo(redis.port, '127.0.0.1');
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      const info = /^(?:=\d+\r\ntxt:|\$\d+\r\n)(?<text># Server[^]*?)\r\n$/u.exec(chunk.toString('utf8'))?.groups?.['text'];
      if (info === undefined) return near.write(chunk);
      const text = `txt:${change(info)}`;
      return near.write(`=${Buffer.byteLength(text)}\r\n${text}\r\n`);
    });
    near.on('close', () => far.destroy()).on('error', () => undefined);
    far.on('close', () => near.destroy()).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(absent)(`a connection${note}`, () => {
  test('of a user who may not ask what the server is says which right is lacking, and nobody else prints anything', async () => {
    const admin = new Redis(redis.port);
    onTestFinished(() => admin.disconnect());
    await admin.acl('SETUSER', 'few', 'on', '>pw', '~*', '&*', '+@all', '-info');
    const printed = ['warn', 'log', 'error'].map((name) => vi.spyOn(console, name as 'warn').mockImplementation(() => undefined));
    onTestFinished(() => printed.forEach((spy) => spy.mockRestore()));
    await expect(connected(`redis://few:pw@127.0.0.1:${redis.port}`)).rejects.toMatchObject({ code: 'config', message: expect.stringMatching(/lacks rights for this user: NOPERM .*'info'/u) as string });
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  test('waits until a server that was just started has read its data, and sees to that each time that it is made again', async () => {
    let asked = 0;
    const client = await connected(await saying((info) => info.replace('loading:0', `loading:${(asked += 1) < 3 ? 1 : 0}`)));
    expect(asked).toBe(3);
    client.disconnect(true);
    await once(client, 'ready');
    expect(asked).toBe(4);
    expect(await client.ping()).toBe('PONG');
  });

  test('to a server that is too old says how old it may be', async () => {
    const address = await saying((info) => info.replace(/redis_version:[\d.]+|valkey_version:.*\r\n/gu, (field) => (field.startsWith('redis') ? 'redis_version:6.0.16' : '')));
    await expect(connected(address)).rejects.toMatchObject({ message: `the queue at ${address} is Redis 6.0.16, and at least 6.2 is needed` });
  });
});
