import { redisPresence } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { queuePlaces, run, startWorker, suite } from './support/projects/queue-places.js';
import { createWorkspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);

describe.skipIf(absent)(`a run by the workers of a queue${note}`, { timeout: 60_000 }, () => {
  test('no worker that could do the trials ends the run, which can be gone on with', async () => {
    const project = await place(30);
    const other = await createWorkspace({ 'evals/says.yaml': suite(30).replace('value: says it', 'value: says') });
    const worker = startWorker({ folder: other.folder, queue: project.queue });
    const { exitCode, stderr } = await run(project, 'evals', '--target', 'mock');
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/no worker can do the trials of this run: not what the trial was planned with[\s\S]*assay run --resume \S+ --queue '?redis:/u) as string });
    expect((await worker.drain()).exitCode).toBe(3);
  });
});
