import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { redisPresence } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { queuePlaces, start, startWorker } from './support/projects/queue-places.js';
import { startChatServer } from './support/servers/chat-server.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);

describe.skipIf(absent)(`workers that stand still for a while${note}`, { timeout: 60_000 }, () => {
  test('what one brings when its run has ended does not stay in the queue for good', async () => {
    // From its third request on the server waits, so that whoever asks is in the midst of trials.
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let asked = 0;
    const server = await startChatServer(async () => {
      asked += 1;
      if (asked > 2) await held;
      return 'it says it';
    });
    const project = await place(20);
    await project.write({ '.assay/targets.yaml': `targets: [{ name: mock, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa }]\n` });
    const { port, searchParams } = new URL(project.queue);
    const redis = async (...command: readonly string[]): Promise<string> => (await promisify(execFile)('redis-cli', ['-p', port, ...command])).stdout.trim();
    const answers = async (): Promise<readonly string[]> => (await redis('--scan', '--pattern', `${searchParams.get('prefix') ?? ''}:answers:*`)).split('\n').filter(Boolean);
    const late = startWorker(project, {}, ['--concurrency', '2']);
    const running = start(project, ['run', 'evals']).finished;
    // It has brought answers to this run before it stands still.
    await expect.poll(answers, { timeout: 20_000 }).toHaveLength(1);
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(4);
    const ofJobs = (part: string): string => `${searchParams.get('prefix') ?? ''}:jobs:${part}`;
    const days = async (key: string): Promise<number> => Number(await redis('pttl', key)) / (24 * 3_600_000);
    await expect.poll(() => redis('exists', ofJobs('stalled')), { timeout: 5_000 }).toBe('1');
    late.child.kill('SIGSTOP');
    const kept = await days(ofJobs('stalled'));
    letGo();
    startWorker(project, {}, ['--concurrency', '10']);
    try {
      // What it looked through a moment before would be there for good if all had been killed then.
      expect(kept).toBeGreaterThan(6);
      expect((await running).exitCode).toBe(0);
      expect(await answers()).toEqual([]);
    } finally {
      late.child.kill('SIGCONT');
    }
    await expect.poll(answers, { timeout: 20_000 }).toHaveLength(1);
    const [left = ''] = await answers();
    await expect.poll(() => days(left), { timeout: 5_000 }).toBeGreaterThan(6);
    // Workers that wait for the next run make this anew.
    await expect.poll(() => days(ofJobs('meta')), { timeout: 5_000 }).toBeGreaterThan(6);
  });
});
