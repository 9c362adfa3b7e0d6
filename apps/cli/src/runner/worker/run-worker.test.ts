import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeJob, type JobTransport, type ReceivedJob, type ResultRow } from '@assay/schema';
import { expect, onTestFinished, test } from 'vitest';
import { planJobs } from '../jobs/plan-jobs.js';
import { runWorker } from './run-worker.js';

async function request() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-worker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'says.yaml'), 'targets: [{ name: slow, provider: mock, delay_ms: 200 }]\nevaluators: [{ type: contains, value: says }]\nevalcases: [{ id: one, outcome: says it, input: it says }]\n');
  return { files: ['says.yaml'], targets: ['slow'], cwd: folder, env: {}, reporters: [], reports: [], signal: new AbortController().signal };
}

/** A transport of the given jobs, which takes rows as it is told. */
function transportOf(jobs: readonly ReceivedJob[], take: (row: ResultRow, of: ReceivedJob) => void): JobTransport {
  return {
    async *jobs() {
      yield* jobs;
    },
    row: async (row, of) => take(row, of),
    refuse: async ({ error }) => Promise.reject(new Error(error.message)),
    close: async () => undefined,
  };
}

test('where two runs planned the same trial, the row in place of one that cannot be written goes to the run whose row it was', async () => {
  const settings = await request();
  const received: ReceivedJob[] = [];
  for (const runId of ['first', 'second']) {
    for await (const { job } of planJobs(settings, () => undefined)) received.push({ text: JSON.stringify(encodeJob({ ...job, runId })) });
  }
  let failed: ReceivedJob | undefined;
  const taken: [unknown, string | undefined][] = [];
  // Both are under way when the first row comes, which cannot be written.
  const transport = transportOf(received, (row, of) => {
    if (!failed) {
      failed = of;
      throw new RangeError('it is too long');
    }
    taken.push([of, row.error?.code]);
  });
  await runWorker({ request: settings, transport, drain: new AbortController().signal, report: () => undefined });
  expect(taken).toHaveLength(2);
  expect(taken.filter(([, code]) => code === 'unstorable').map(([of]) => of)).toEqual([failed]);
});
