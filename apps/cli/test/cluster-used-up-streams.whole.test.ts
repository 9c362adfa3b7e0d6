import { execFileSync } from 'node:child_process';
import { redisPresence } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { queuePlaces, start, startWorker } from './support/projects/queue-places.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
/** A server adds nothing after an entry under this one. */
const HIGHEST = '18446744073709551615-18446744073709551615';

/** What stands under a queue, and how to write there as somebody without the secret. */
function serverOf(queue: string): { readonly useUp: (stream: string) => void; readonly length: (list: string) => number } {
  const { host, searchParams } = new URL(queue);
  const prefix = searchParams.get('prefix') ?? '';
  const redis = (...command: readonly string[]): string => execFileSync('redis-cli', ['-u', `redis://${host}`, ...command], { encoding: 'utf8' }).trim();
  return { useUp: (stream) => void redis('XADD', `${prefix}:${stream}`, HIGHEST, 'nothing', 'of ours'), length: (list) => Number(redis('LLEN', `${prefix}:${list}`)) };
}

describe.skipIf(absent)(`a run by the workers of a queue${note}`, { timeout: 120_000 }, () => {
  test('goes on when somebody uses up the ids of its streams, and ends no worker', async () => {
    const project = await place(12);
    const { useUp, length } = serverOf(project.queue);
    // BullMQ notes in it each job that is put there, and each that is taken.
    useUp('jobs:events');
    const running = start(project, ['run', 'evals']);
    await expect.poll(() => length('jobs:wait'), { timeout: 20_000 }).toBeGreaterThan(0);
    useUp(`answers:${(await project.manifest()).runId}`);
    useUp('jobs:events');
    const worker = startWorker(project);
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('a row in the queue is not signed with the secret of this run') as string });
    const cases = (await project.rows()).map(({ caseId }) => caseId).toSorted();
    expect(cases).toEqual(Array.from({ length: 12 }, (_, index) => `c${index}`).toSorted());
    expect(await worker.drain()).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^12 rows$/mu) as string });
  });
});
