import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { JobList } from '../src/coordinator/job-list.js';
import { queueNames } from '../src/session/names.js';
import { JobSource } from '../src/worker/job-source.js';
import { PROGRAMS } from '../without-unused.js';

interface Program {
  readonly name: string;
  readonly keys: number;
  readonly content: string;
}

const { absent, note } = redisPresence();
const require = createRequire(import.meta.url);
const all = Object.values(require(join(require.resolve('bullmq'), '../scripts')) as Readonly<Record<string, Program>>);
/** A server shows what it was asked to run with its quotes and breaks escaped. */
const bare = (text: string): string => text.replaceAll(/\\[nrt]|[\s\\"]/gu, '');
const nameOf = new Map(all.flatMap(({ name, keys, content }) => [createHash('sha1').update(content).digest('hex'), bare(content)].map((text) => [text, `${name}-${keys}`])));

test.skipIf(absent)(`all that the server is asked to run for a queue is in what is published, and nothing else${note}`, { timeout: 30_000 }, async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const connect = (): Redis => {
    const connection = new Redis(redis.port, { maxRetriesPerRequest: null });
    onTestFinished(() => connection.disconnect());
    return connection;
  };
  const client = connect();
  const asked = new Set<string | undefined>();
  // The server shows what every connection asks: while one becomes a monitor, no other is to ask for anything.
  await client.ping();
  const monitor = await client.monitor();
  onTestFinished(() => monitor.disconnect());
  monitor.on('monitor', (_time: string, [command = '', text = '']: readonly string[]) => {
    if (/^eval/iu.test(command)) asked.add(nameOf.get(bare(text)));
  });
  const list = new JobList({ client, prefix: 'q', names: queueNames('q'), patiently: (operation) => operation(), onFailure: () => undefined });
  const source = new JobSource({ client, address: { prefix: 'q' }, watch: () => undefined });
  await source.open();
  const data = { run: 'run', jobs: [], paid: false, signature: '' };
  for (const id of ['run_1', 'run_2']) list.add({ id, data, first: id === 'run_2' });
  const job = await source.next();
  expect(job).toEqual({ id: 'run_2', data });
  if (!job) return;
  await source.giveBack(job);
  expect(await source.next()).toEqual(job);
  // It is held for so long that the server is told so.
  await expect.poll(() => asked, { timeout: 20_000 }).toContain('extendLocks-1');
  await source.done(job);
  await list.remove(['run_1']);
  await source.close();
  await list.close();
  await expect.poll(() => [...asked].toSorted(), { timeout: 10_000 }).toEqual([...PROGRAMS].toSorted());
  expect(await client.exists('q:jobs:run_1', 'q:jobs:run_2')).toBe(0);
});
