import { redisPresence } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { queuePlaces, run, startWorker } from './support/projects/queue-places.js';
import { createWorkspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();
const { newQueue } = queuePlaces(absent);

describe.skipIf(absent)(`a run by the workers of a queue${note}`, { timeout: 60_000 }, () => {
  test('a reply of several megabytes comes back whole, once', async () => {
    const reply = `${'a line of a reply, which is "long"\n'.repeat(100_000)}says it`;
    const evalCase = { id: 'large', expected_outcome: 'says it', input: reply, evaluators: [{ type: 'contains', value: 'says it' }] };
    const project = { ...(await createWorkspace({ 'evals/large.jsonl': `${JSON.stringify(evalCase)}\n` })), queue: newQueue() };
    const worker = startWorker(project);
    expect(await run(project, 'evals', '--target', 'mock')).toMatchObject({ exitCode: 0 });
    const rows = await project.rows();
    expect(rows.map(({ caseId, output }) => [caseId, output?.text === reply])).toEqual([['large', true]]);
    expect(await worker.drain()).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^1 row$/mu) as string });
  });
});
