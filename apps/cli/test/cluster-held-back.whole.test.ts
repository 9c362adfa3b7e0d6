import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, start, startWorker } from './support/projects/queue-places.js';
import { untilRows } from './support/projects/resume-project.js';
import { redisCommand } from './support/servers/redis-command.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
const TRIALS = 120;

/** A run of some seconds, of which some rows are there. */
async function underWay() {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const project = { ...(await place(TRIALS)), queue: redis.url };
  await project.write({ '.assay/targets.yaml': 'targets: [{ name: mock, provider: mock, delay_ms: 300 }]\n' });
  const worker = startWorker(project, {}, ['--concurrency', '3']);
  const running = start(project, ['run', 'evals', '--concurrency', '20']);
  let told = '';
  running.child.stderr?.on('data', (text: string) => (told += text));
  await untilRows(project, 5);
  const command = (...words: readonly string[]) => redisCommand(redis.port, ...words);
  return { project, worker, running, command, says: (text: string) => expect.poll(() => told, { timeout: 30_000 }).toContain(text) };
}

describe.skipIf(absent)(`a run that stands still says why${note}`, { timeout: 90_000 }, () => {
  test('somebody has paused its queue, and has its server throw keys away; it goes on when that is taken away, with what was put there meanwhile, and what was altered or taken out', async () => {
    const { project, running, command, says } = await underWay();
    expect(await command('hset', 'assay:jobs:meta', 'paused', '1')).toBe(':1\r\n');
    // Whoever has taken one meanwhile has it by now.
    await sleep(500);
    const [altered = '', unlisted = ''] = (await command('lrange', 'assay:jobs:wait', '0', '-1')).match(/^\S+_\d+$/gmu) ?? [];
    await command('hset', `assay:jobs:${altered}`, 'data', '{}', 'opts', '{"removeOnComplete":false}');
    expect(await command('lrem', 'assay:jobs:wait', '1', unlisted)).toBe(':1\r\n');
    expect(await command('config', 'set', 'maxmemory-policy', 'allkeys-lru')).toBe('+OK\r\n');
    await says(`the queue at ${project.queue} is held back: somebody has set paused in assay:jobs:meta, and workers get fewer trials, or none. To go on: redis-cli hdel assay:jobs:meta paused\n`);
    await says(`the queue at ${project.queue} throws keys away when its memory is full (somebody has set maxmemory-policy allkeys-lru): replies may be lost, and paid for again. To prevent that: redis-cli config set maxmemory-policy noeviction`);
    expect(await command('config', 'set', 'maxmemory-policy', 'noeviction')).toBe('+OK\r\n');
    expect(await command('hdel', 'assay:jobs:meta', 'paused')).toBe(':1\r\n');
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('is held back no more') as string });
    expect(stderr).toContain('throws no keys away any more\n');
    expect(new Set((await project.rows()).map(({ trialKey }) => trialKey)).size).toBe(TRIALS);
    expect([await command('exists', `assay:jobs:${altered}`, `assay:jobs:${unlisted}`, 'assay:jobs:completed')]).toEqual([':0\r\n']);
  });

  test('its last worker is gone; it goes on when there is another one', async () => {
    const { project, worker, running, says } = await underWay();
    // It has not been without any for the first seconds, of which it tells in any case.
    await sleep(6_000);
    worker.child.kill('SIGKILL');
    await says(`no worker takes trials from the queue at ${project.queue}: start some with assay worker --queue\n`);
    startWorker(project, {}, ['--concurrency', '30']);
    expect((await running.finished).exitCode).toBe(0);
    expect(await project.rows()).toHaveLength(TRIALS);
  });
});
