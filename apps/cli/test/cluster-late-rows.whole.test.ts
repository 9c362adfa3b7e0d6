import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { redisPresence } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { queuePlaces, run, start, startWorker } from './support/projects/queue-places.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);

describe.skipIf(absent)(`workers that stand still for a while${note}`, { timeout: 60_000 }, () => {
  test('what one brings when its run has ended does not stay in the queue for good', async () => {
    const project = await place(20);
    await project.write({ '.assay/targets.yaml': 'targets: [{ name: mock, provider: mock, delay_ms: 1000 }]\n' });
    const { port, searchParams } = new URL(project.queue);
    const redis = async (...command: readonly string[]): Promise<string> => (await promisify(execFile)('redis-cli', ['-p', port, ...command])).stdout.trim();
    const workers = [startWorker(project), startWorker(project)];
    // Both are there, and have said what they do of this run, before one of them stands still in the midst of trials.
    expect((await run(project, 'evals', '--target', 'mock', '--limit', '8')).exitCode).toBe(0);
    const running = start(project, ['run', 'evals']).finished;
    const answers = async (): Promise<readonly string[]> => (await redis('--scan', '--pattern', `${searchParams.get('prefix') ?? ''}:answers:*`)).split('\n').filter(Boolean);
    await expect.poll(answers, { timeout: 20_000 }).toHaveLength(1);
    await sleep(300);
    workers[0]?.child.kill('SIGSTOP');
    try {
      expect((await running).exitCode).toBe(0);
      expect(await answers()).toEqual([]);
    } finally {
      workers[0]?.child.kill('SIGCONT');
    }
    await expect.poll(answers, { timeout: 20_000 }).toHaveLength(1);
    const [late = ''] = await answers();
    await expect.poll(async () => Number(await redis('pttl', late)), { timeout: 5_000 }).toBeGreaterThan(6 * 24 * 3_600_000);
  });
});
